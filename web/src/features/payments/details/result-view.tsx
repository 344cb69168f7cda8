import { paymentNumber } from '@kazna/contract/cabinet/payment-labels';
import type { PaymentDetails } from '@kazna/contract/cabinet/payments';
import { formatMoney } from '@kazna/contract/shared/money';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { activeMembership, profileQuery } from '../../../queries/profile.ts';
import { SkeletonLine } from '../../../ui/feedback/skeleton-line.tsx';
import classes from './result-view.module.css';

const signs = {
  success: <path d="m15 29 9 9 17-20" pathLength={1} />,
  pending: <path d="M28 16v13l8 5" pathLength={1} />,
  failure: <path d="m19 19 18 18m0-18L19 37" pathLength={1} />,
  neutral: <path d="M28 26v14M28 17v.01" pathLength={1} />,
};

interface ResultViewProps {
  tone: keyof typeof signs;
  title: string;
  amount?: string;
  text: string;
  /** Whether money was taken by a payment that failed. */
  loss?: string | undefined;
  /** What became of the balance, the receipt. */
  facts?: ReactNode;
  /** Two actions, primary first. */
  children?: ReactNode;
}

export function ResultView({ tone, title, amount, text, loss, facts, children }: ResultViewProps) {
  return (
    <section className={classes.result}>
      <ResultSign tone={tone} />
      <div className={classes.texts} role="status">
        <h1>{title}</h1>
        {amount && <p className={classes.amount}>{amount}</p>}
        <p className={classes.text}>{text}</p>
        {loss && <p className={classes.text}>{loss}</p>}
        {facts}
      </div>
      <div className={classes.actions}>{children}</div>
    </section>
  );
}

/** Drawn stroke by stroke; at once for those who asked for less motion. */
function ResultSign({ tone }: { tone: keyof typeof signs }) {
  return (
    <span className={classes.sign} data-tone={tone}>
      <svg
        aria-hidden="true"
        viewBox="0 0 56 56"
        fill="none"
        stroke="currentColor"
        strokeWidth="3.5"
        strokeLinecap="round"
      >
        {signs[tone]}
      </svg>
    </span>
  );
}

export function ResultSkeleton() {
  return (
    <section className={classes.result} aria-busy>
      <ResultSign tone="pending" />
      <div className={classes.texts}>
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

/** What the payment changed: the balance right before and right after it, and where the receipt goes. */
export function ResultFacts({ payment }: { payment: PaymentDetails }) {
  const { data: profile } = useQuery(profileQuery());
  const { amountMinor, currency, balanceAfterMinor, connecting } = payment;
  const money = (minor: number) => formatMoney({ amountMinor: minor, currency });
  return (
    <dl className={classes.facts}>
      {/* The service was charged right after it. */}
      {balanceAfterMinor !== null && connecting?.status !== 'connected' && (
        <div>
          <dt>Баланс</dt>
          <dd>
            {money(balanceAfterMinor - amountMinor)} → <b>{money(balanceAfterMinor)}</b>
          </dd>
        </div>
      )}
      <div>
        <dt>Организация</dt>
        <dd>{activeMembership(profile)?.name ?? '—'}</dd>
      </div>
      <div>
        <dt>Номер платежа</dt>
        <dd>{paymentNumber(payment)}</dd>
      </div>
      <div>
        <dt>Чек</dt>
        <dd>придёт на почту плательщика</dd>
      </div>
    </dl>
  );
}
