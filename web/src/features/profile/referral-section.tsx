import type { Profile } from '@kazna/contract/cabinet/profile';
import { formatMoney, type Money } from '@kazna/contract/shared/money';
import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../format/numbers.ts';
import { referralLinkOf, referralsQuery } from '../../queries/profile.ts';
import { CopyField } from '../../ui/copy.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { Facts } from '../../ui/lists/facts.tsx';
import classes from './referral-section.module.css';
import { Section } from './section.tsx';

export function ReferralSection({ profile }: { profile: Profile | undefined }) {
  return (
    <Section id="referral" explanation="Отправьте её тому, кому пригодится кабинет. Код подставится сам.">
      <div className={classes.fields}>
        <CopyField
          label="Ссылка для приглашения"
          text={profile && referralLinkOf(profile)}
          button="Скопировать ссылку"
          copied="Ссылка скопирована"
        />
        <CopyField
          label="Реферальный код"
          text={profile?.referralCode}
          button="Скопировать код"
          copied="Код скопирован"
        />
      </div>
      <ReferralFigures />
    </Section>
  );
}

const days = ['день', 'дня', 'дней'] as const;

function ReferralFigures() {
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
