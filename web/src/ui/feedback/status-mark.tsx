import type { ReactNode } from 'react';
import classes from './status-mark.module.css';

interface StatusMarkProps {
  tone: 'success' | 'pending' | 'failure' | 'neutral';
  icon: ReactNode;
  children: string;
}

/** A state told by a word, an icon and a colour, never by the colour alone. */
export function StatusMark({ tone, icon, children }: StatusMarkProps) {
  return (
    <span className={classes.mark} data-tone={tone}>
      {icon}
      {children}
    </span>
  );
}
