import { formatMoney } from '@kazna/contract/money';
import { useQuery } from '@tanstack/react-query';
import { referralsQuery } from '../../queries/referrals.ts';
import { Facts } from '../../ui/facts.tsx';
import { SkeletonText } from '../../ui/skeleton-line.tsx';

/** How many came by the person's code, how many of them paid, and what that earned. */
export function ReferralFigures() {
  const { data, isError } = useQuery(referralsQuery());
  if (isError) return null;
  if (!data) return <SkeletonText lines={3} />;
  const earned = data.earned.map((money) => formatMoney(money)).join(', ');
  return (
    <Facts
      facts={[
        ['Пришли', String(data.invited)],
        ['Оплатили', String(data.paid)],
        ['Заработано', earned || 'Пока ничего'],
      ]}
    />
  );
}
