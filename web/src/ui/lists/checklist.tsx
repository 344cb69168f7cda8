import { Button } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useId } from 'react';
import { FormFailure } from '../forms/form-footer.tsx';
import { useAction } from '../forms/use-action.ts';
import { ChevronIcon } from '../icons.tsx';
import { CheckIcon } from '../visitor-icons.tsx';
import classes from './checklist.module.css';

export interface ChecklistStep {
  title: string;
  text: string;
  isDone: boolean;
  link: LinkProps;
}

interface ChecklistProps {
  title: string;
  steps: readonly ChecklistStep[];
  /** Another way that is not counted. */
  aside?: Omit<ChecklistStep, 'isDone'> | undefined;
  onDismiss: () => Promise<void>;
}

/** Steps with ticks, each leading to where it is done. */
export function Checklist({ title, steps, aside, onDismiss }: ChecklistProps) {
  const id = useId();
  const dismissal = useAction(onDismiss);
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section className={classes.card} aria-labelledby={id}>
      <header className={classes.head}>
        <h2 id={id}>{title}</h2>
        <p className={classes.count}>
          Сделано {done} из {steps.length}
        </p>
        <Button
          variant="subtle"
          size="sm"
          className={classes.dismiss}
          aria-busy={dismissal.isPending}
          aria-label={`Больше не показывать: ${title}`}
          onClick={dismissal.run}
        >
          Больше не показывать
        </Button>
      </header>
      <FormFailure failure={dismissal.failure} />
      <ul className={classes.steps} aria-label={title}>
        {steps.map((step) => (
          <li key={step.title}>{step.isDone ? <DoneStep title={step.title} /> : <StepLink {...step} />}</li>
        ))}
        {aside && (
          <li>
            <StepLink {...aside} isAside />
          </li>
        )}
      </ul>
    </section>
  );
}

function DoneStep({ title }: { title: string }) {
  return (
    <div className={classes.done}>
      <span className={classes.tick} data-done>
        <CheckIcon size={16} />
      </span>
      <span>
        {title}
        <span className={classes.hidden}>: сделано</span>
      </span>
    </div>
  );
}

function StepLink({ title, text, link, isAside = false }: Omit<ChecklistStep, 'isDone'> & { isAside?: boolean }) {
  return (
    <Link {...link} className={classes.step}>
      <span className={classes.tick} data-aside={isAside || undefined} />
      <span className={classes.text}>
        <strong>{title}</strong>
        <span>{text}</span>
      </span>
      <ChevronIcon size={18} />
    </Link>
  );
}
