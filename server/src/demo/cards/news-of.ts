import type { NotificationKind } from '../../notifications/kind.ts';
import { autoTopUpPaused } from '../../payments/auto-top-up/notifications.ts';
import { paymentCredited } from '../../payments/notifications.ts';
import { dayMs, hourMs } from '../calendar.ts';
import type { DemoMember } from '../team.ts';
import type { DemoPayment } from '../year.ts';
import type { DemoNotification } from './store.ts';

const maxPayments = 6;

interface DemoNews {
  kind: NotificationKind;
  details: object;
  at: number;
}

interface NewsSource {
  members: DemoMember[];
  payments: DemoPayment[];
  hasPausedRule: boolean;
  now: number;
}

/** For the bells of those who answer for the money, without letters. What is older than a day was read. */
export function newsOf(organizationId: string, source: NewsSource): DemoNotification[] {
  const { members, payments, hasPausedRule, now } = source;
  const paid = payments.filter(({ status }) => status === 'succeeded').slice(-maxPayments);
  const news: DemoNews[] = paid.map(({ id: paymentId, amountMinor, createdBy: payerId, createdAt }) => ({
    kind: paymentCredited,
    details: { paymentId, amountMinor, currency: 'RUB', payerId, reason: null, isAfterReview: false },
    at: createdAt.getTime(),
  }));
  if (hasPausedRule) {
    const nothing = { paymentId: null, amountMinor: null, nextAttemptAt: null };
    const details = { ...nothing, currency: 'RUB' as const, card: 'Мир ·· 4477', reason: 'card_expired' };
    news.push({ kind: autoTopUpPaused, details, at: now - 2 * hourMs });
  }
  const recipients = members.filter(({ role }) => role !== 'member');
  return news.flatMap(({ kind: { name: kind, audience, category }, details, at }) =>
    recipients.map(({ person }) => ({
      ...{ organizationId, userId: person.id, kind, audience, category, details },
      createdAt: new Date(at),
      isRead: at < now - dayMs,
    })),
  );
}
