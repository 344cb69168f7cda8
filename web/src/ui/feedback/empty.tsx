import type { ReactNode } from 'react';
import classes from './empty.module.css';

interface EmptyProps {
  /** One of ui/drawings.tsx. */
  drawing: ReactNode;
  title: string;
  children: ReactNode;
  action?: ReactNode;
}

export function Empty({ drawing, title, children, action }: EmptyProps) {
  return (
    <div className={classes.empty} role="status">
      {drawing}
      <p className={classes.title}>{title}</p>
      <p className={classes.text}>{children}</p>
      {action}
    </div>
  );
}
