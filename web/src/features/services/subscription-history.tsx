import type { SubscriptionDetails } from '@kazna/contract/cabinet/services';
import { formatMoney } from '@kazna/contract/shared/money';
import { Moment } from '../../parts/moment.tsx';
import classes from './subscription-history.module.css';

/** Charges and give-backs, newest first; a give-back is below zero for the customer's costs. */
export function SubscriptionHistory({ subscription }: { subscription: SubscriptionDetails }) {
  const { lines, terms } = subscription;
  if (lines.length === 0) return <p className={classes.empty}>Пока ничего не списано.</p>;
  return (
    <ul className={classes.lines}>
      {lines.map(({ id, description, amountMinor, createdAt }) => (
        <li key={id}>
          <span className={classes.text}>
            <span>{description}</span>
            <span className={classes.about}>
              <Moment at={createdAt} />
            </span>
          </span>
          <span className={classes.amount} data-credit={amountMinor < 0 || undefined}>
            {formatMoney({ amountMinor, currency: terms.currency })}
          </span>
        </li>
      ))}
    </ul>
  );
}
