import type { ReactNode } from 'react';
import { type SectionId, sections } from '../../shell/profile-sections.ts';
import classes from './section.module.css';

interface SectionProps {
  id: SectionId;
  explanation: string;
  /** Current state. */
  fact?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}

export function Section({ id, explanation, fact, action, children }: SectionProps) {
  return (
    <section id={id} className={classes.section} aria-labelledby={`${id}-title`} tabIndex={-1}>
      <div className={classes.head}>
        <div className={classes.words}>
          <h2 id={`${id}-title`} className={classes.title}>
            {sections[id]}
          </h2>
          <p className={classes.explanation}>{explanation}</p>
          {fact && <div className={classes.fact}>{fact}</div>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
