import type { Profile } from '@kazna/contract/cabinet/profile';
import { formatMoney } from '@kazna/contract/shared/money';
import { useQuery } from '@tanstack/react-query';
import { referralLinkOf } from '../../queries/profile.ts';
import { referralsQuery } from '../../queries/referrals.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import classes from './referral-line.module.css';

/** Hidden when the business pays no referral bonus. */
export function ReferralLine({ profile }: { profile: Profile }) {
  const { data } = useQuery(referralsQuery());
  if (!data || data.percent === 0) return null;
  const cap = formatMoney({ amountMinor: data.capMinor, currency: 'RUB' }).replace(',00', '');
  return (
    <section className={classes.line} aria-label="Реферальная ссылка">
      <p>
        Реферальная ссылка: {data.percent}&nbsp;% от первого платежа, до&nbsp;{cap}
      </p>
      <CopyButton text={referralLinkOf(profile)} copied="Ссылка скопирована">
        Скопировать ссылку
      </CopyButton>
    </section>
  );
}
