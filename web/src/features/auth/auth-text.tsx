import type { ReactNode } from 'react';
import { focusOnMount } from '../../ui/focus-on-mount.ts';
import classes from './auth-text.module.css';

interface AuthTextProps {
  title: string;
  /** One of ui/drawings.tsx. */
  drawing?: ReactNode;
  /** Set when it replaces another screen: the title takes the focus. */
  isOutcome?: boolean;
  children?: ReactNode;
}

export function AuthText({ title, drawing, isOutcome = false, children }: AuthTextProps) {
  return (
    <div className={classes.text}>
      {drawing}
      <h1 className={classes.title} tabIndex={-1} ref={isOutcome ? focusOnMount : undefined}>
        {title}
      </h1>
      {children}
    </div>
  );
}

export function AuthLinks({ children }: { children: ReactNode }) {
  return <div className={classes.links}>{children}</div>;
}
