import { paymentNumber } from '@kazna/contract/cabinet/payment-labels';
import type { PaymentDetails } from '@kazna/contract/cabinet/payments';
import { formatMoney } from '@kazna/contract/shared/money';
import { useQuery } from '@tanstack/react-query';
import { activeMembership } from '../../queries/active-membership.ts';
import { profileQuery } from '../../queries/profile.ts';
import classes from './result-view.module.css';

/** What the payment changed: the balance right before and right after it, and where the receipt goes. */
export function ResultFacts({ payment }: { payment: PaymentDetails }) {
  const { data: profile } = useQuery(profileQuery());
  const { amountMinor, currency, balanceAfterMinor } = payment;
  const words = (minor: number) => formatMoney({ amountMinor: minor, currency });
  return (
    <dl className={classes.facts}>
      {balanceAfterMinor !== null && (
        <div>
          <dt>Баланс</dt>
          <dd>
            {words(balanceAfterMinor - amountMinor)} → <b>{words(balanceAfterMinor)}</b>
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
