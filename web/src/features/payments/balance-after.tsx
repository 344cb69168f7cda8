import { paymentLimits } from '@kazna/contract/cabinet/payments';
import { formatMoney, type Money } from '@kazna/contract/shared/money';
import { useQuery } from '@tanstack/react-query';
import { useActiveOrganization } from '../../queries/active-organization.ts';
import { balanceQuery } from '../../queries/balance.ts';
import { SkeletonLine } from '../../ui/feedback/skeleton-line.tsx';
import classes from './create-payment.module.css';

interface BalanceAfterProps {
  /** Null while the typed amount is invalid. */
  amountMinor: number | null;
  currency: Money['currency'];
}

export function BalanceAfter({ amountMinor, currency }: BalanceAfterProps) {
  const { id } = useActiveOrganization();
  const { data, isError } = useQuery(balanceQuery(id));
  if (isError) return null;
  const now = data && (data.items.find((item) => item.currency === currency)?.amountMinor ?? 0);
  const { minimum, maximum } = paymentLimits[currency];
  const isAllowed = amountMinor !== null && amountMinor >= minimum && amountMinor <= maximum;
  const words = (minor: number) => formatMoney({ amountMinor: minor, currency });
  return (
    <dl className={classes.after}>
      <div>
        <dt>На балансе сейчас</dt>
        <dd>{now === undefined ? <SkeletonLine width={90} /> : words(now)}</dd>
      </div>
      <div>
        <dt>Будет после оплаты</dt>
        <dd aria-live="polite">{now === undefined || !isAllowed ? '—' : words(now + amountMinor)}</dd>
      </div>
    </dl>
  );
}
