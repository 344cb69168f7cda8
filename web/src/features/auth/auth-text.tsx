import type { ReactNode } from 'react';
import { focusOnMount } from '../../ui/focus-on-mount.ts';
import classes from './auth-text.module.css';

interface AuthTextProps {
  title: string;
  icon?: ReactNode;
  /** It came in place of another screen, so the focus and the screen reader go to its title. */
  isOutcome?: boolean;
  children?: ReactNode;
}

/** The head of an auth screen: its title and what to do in a sentence or two. */
export function AuthText({ title, icon, isOutcome = false, children }: AuthTextProps) {
  return (
    <div className={classes.text}>
      {icon && <span className={classes.icon}>{icon}</span>}
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
