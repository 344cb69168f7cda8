import type { ReactNode } from 'react';
import classes from './status-mark.module.css';

interface StatusMarkProps {
  tone: 'success' | 'pending' | 'failure' | 'neutral';
  icon: ReactNode;
  children: string;
}

/** Shows a state by text, icon and colour: colour alone is not accessible. */
export function StatusMark({ tone, icon, children }: StatusMarkProps) {
  return (
    <span className={classes.mark} data-tone={tone}>
      {icon}
      {children}
    </span>
  );
}
