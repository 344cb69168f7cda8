import type { ReactNode } from 'react';
import { SkeletonLine } from '../../ui/feedback/skeleton-line.tsx';
import { CheckIcon, ClockIcon, CrossedIcon, InfoIcon } from '../../ui/icons.tsx';
import classes from './result-view.module.css';

const icons = { success: CheckIcon, pending: ClockIcon, failure: CrossedIcon, neutral: InfoIcon };

interface ResultViewProps {
  tone: keyof typeof icons;
  title: string;
  amount?: string;
  text: string;
  /** Two actions, primary first. */
  children?: ReactNode;
}

export function ResultView({ tone, title, amount, text, children }: ResultViewProps) {
  const Icon = icons[tone];
  return (
    <section className={classes.result}>
      <span className={classes.icon} data-tone={tone}>
        <Icon size={72} />
      </span>
      <div className={classes.words} role="status">
        <h1>{title}</h1>
        {amount && <p className={classes.amount}>{amount}</p>}
        <p className={classes.text}>{text}</p>
      </div>
      <div className={classes.actions}>{children}</div>
    </section>
  );
}

export function ResultSkeleton() {
  return (
    <section className={classes.result} aria-busy>
      <span className={classes.icon} data-tone="neutral">
        <ClockIcon size={72} />
      </span>
      <div className={classes.words}>
        <h1>Узнаём, что с платежом</h1>
        <p className={classes.amount}>
          <SkeletonLine width={180} />
        </p>
        <p className={classes.text}>
          <SkeletonLine width={280} />
        </p>
      </div>
      <div className={classes.actions} />
    </section>
  );
}
