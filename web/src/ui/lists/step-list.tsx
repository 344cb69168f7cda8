import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ChevronIcon } from '../icons.tsx';
import classes from './step-list.module.css';

export interface Step {
  title: string;
  text: string;
  icon?: ReactNode;
  link: LinkProps;
}

export function StepList({ steps, label }: { steps: readonly Step[]; label: string }) {
  return (
    <ul className={classes.steps} aria-label={label}>
      {steps.map(({ title, text, icon, link }) => (
        <li key={title}>
          <Link {...link} className={classes.step}>
            {icon && <span className={classes.icon}>{icon}</span>}
            <span className={classes.text}>
              <strong>{title}</strong>
              <span>{text}</span>
            </span>
            <ChevronIcon />
          </Link>
        </li>
      ))}
    </ul>
  );
}
