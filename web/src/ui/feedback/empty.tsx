import type { ReactNode } from 'react';
import classes from './empty.module.css';

interface EmptyProps {
  icon: ReactNode;
  title: string;
  children: ReactNode;
  action?: ReactNode;
}

export function Empty({ icon, title, children, action }: EmptyProps) {
  return (
    <div className={classes.empty}>
      <span className={classes.icon}>{icon}</span>
      <p className={classes.title}>{title}</p>
      <p className={classes.text}>{children}</p>
      {action}
    </div>
  );
}
