import type { OptionalCategory } from '@kazna/contract/cabinet/notifications';
import type { NotificationKind } from '../notifications/kind.ts';
import { autoTopUpPaused } from '../payments/auto-top-up/notifications.ts';
import { paymentCredited } from '../payments/notifications.ts';
import type { Queries } from '../platform/db/queries.ts';
import { sql } from '../platform/db/sql.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { dayMs, hourMs } from './calendar.ts';
import type { DemoMember, DemoPerson } from './team.ts';
import type { DemoPayment } from './year.ts';

const maxPayments = 6;

interface DemoEvent {
  kind: NotificationKind;
  details: object;
  at: number;
}

interface NotificationSource {
  members: DemoMember[];
  payments: DemoPayment[];
  hasPausedRule: boolean;
  now: number;
}

/** For the bells of members who answer for the money, without letters. Those older than a day are read. */
export function demoNotifications(organizationId: string, source: NotificationSource): DemoNotification[] {
  const { members, payments, hasPausedRule, now } = source;
  const paid = payments.filter(({ status }) => status === 'succeeded').slice(-maxPayments);
  const events: DemoEvent[] = paid.map(({ id: paymentId, amountMinor, createdBy: payerId, createdAt }) => ({
    kind: paymentCredited,
    details: { paymentId, amountMinor, currency: 'RUB', payerId, reason: null, isAfterReview: false },
    at: createdAt.getTime(),
  }));
  if (hasPausedRule) {
    const nothing = { paymentId: null, amountMinor: null, nextAttemptAt: null };
    const details = { ...nothing, currency: 'RUB' as const, card: 'Мир ·· 4477', reason: 'card_expired' };
    events.push({ kind: autoTopUpPaused, details, at: now - 2 * hourMs });
  }
  const recipients = members.filter(({ role }) => role !== 'member');
  return events.flatMap(({ kind: { name: kind, audience, category }, details, at }) =>
    recipients.map(({ person }) => ({
      ...{ organizationId, userId: person.id, kind, audience, category, details },
      createdAt: new Date(at),
      isRead: at < now - dayMs,
    })),
  );
}

export interface DemoNotification {
  organizationId: string;
  userId: string;
  kind: string;
  audience: string;
  category: string;
  details: object;
  createdAt: Date;
  isRead: boolean;
}

/** Numbers follow time, as the bell lists by them. */
export async function insertNotifications(db: Queries, notifications: DemoNotification[]): Promise<void> {
  const rows = notifications.map((row) => ({ sourceId: uuidv7(row.createdAt.getTime()), ...row }));
  await db.query(sql`
    insert into notifications (source_id, kind, user_id, organization_id, audience, category, by_mail, details, created_at,
      read_at)
    select "sourceId", kind, "userId", "organizationId", audience, category, false, details, "createdAt",
      case when "isRead" then "createdAt" end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n ("sourceId" uuid, kind text, "userId" uuid,
      "organizationId" uuid, audience text, category text, details jsonb, "createdAt" timestamptz, "isRead" boolean)
    order by "createdAt"`);
}

export async function insertMute(
  db: Queries,
  organizationId: string,
  { id }: DemoPerson,
  category: OptionalCategory,
): Promise<void> {
  await db.query(sql`
    insert into notification_mutes (user_id, organization_id, category) values (${id}, ${organizationId}, ${category})`);
}
