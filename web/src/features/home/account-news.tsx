import type { Payment } from '@kazna/contract/cabinet/payments';
import type { Profile } from '@kazna/contract/cabinet/profile';
import { useState } from 'react';
import { formatRecentTime } from '../../format/date.ts';
import { PaymentRow } from '../../parts/payment-row.tsx';
import { Card } from '../../ui/page.tsx';
import { recordVisit } from './last-visit.ts';
import classes from './payment-rows.module.css';
import { settledAt } from './settled-at.ts';

const maxShownNews = 5;

interface AccountNewsProps {
  profile: Profile;
  organizationId: string;
  payments: readonly Payment[];
}

/** Payments settled since the last visit; nothing on the first one. */
export function AccountNews({ profile, organizationId, payments }: AccountNewsProps) {
  const [since] = useState(() => recordVisit(profile.id, organizationId));
  if (!since) return null;
  const news = payments
    .map((payment) => ({ payment, at: settledAt(payment) ?? '' }))
    .filter(({ at }) => at > since)
    .sort((one, other) => other.at.localeCompare(one.at))
    .slice(0, maxShownNews);
  const visit = formatRecentTime(since, profile.timezone);
  return (
    <Card title="Новости счёта">
      <p className={classes.note}>
        {news.length > 0
          ? `Что произошло с прошлого визита (${visit}).`
          : `С прошлого визита (${visit}) ничего не изменилось.`}
      </p>
      <ul className={classes.rows}>
        {news.map(({ payment, at }) => (
          <PaymentRow key={payment.id} payment={payment} at={at} classes={classes} />
        ))}
      </ul>
    </Card>
  );
}
