import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { type SectionId, sections } from '../../shell/page-sections.ts';
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
        <div className={classes.text}>
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

interface BusyButtonProps extends ButtonProps, Pick<ComponentProps<'button'>, 'onClick' | 'type'> {
  isBusy?: boolean;
  /** For irreversible actions. */
  isDangerous?: boolean;
}

/** Stays enabled while busy: disabling a focused button would lose the focus. */
export function BusyButton({ isBusy = false, isDangerous, ...props }: BusyButtonProps) {
  return (
    <Button
      aria-busy={isBusy}
      aria-disabled={isBusy}
      data-dangerous={isDangerous}
      className={classes.button}
      {...props}
    />
  );
}
