import { formatMoney, type Money } from '@kazna/contract/shared/money';
import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../format/plural.ts';
import { referralsQuery } from '../../queries/referrals.ts';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { Facts } from '../../ui/lists/facts.tsx';
import classes from './referral-section.module.css';

const days = ['день', 'дня', 'дней'] as const;

export function ReferralFigures() {
  const { data, isError } = useQuery(referralsQuery());
  if (isError) return null;
  if (!data) return <SkeletonText lines={3} />;
  const sum = (amounts: Money[]) => amounts.map((money) => formatMoney(money)).join(', ');
  return (
    <>
      <Facts
        facts={[
          ['Пришли', String(data.invited)],
          ['Оплатили', String(data.paid)],
          ['Ждёт зачисления', sum(data.held)],
          ['Заработано', sum(data.earned) || 'Пока ничего'],
        ]}
      />
      {data.holdDays > 0 && (
        <p className={classes.note}>
          Бонус зачислим через {formatCount(data.holdDays, days)} после оплаты. Если оплату вернут, он уменьшится. На
          карту бонусы не возвращаются.
        </p>
      )}
    </>
  );
}
