import type { OptionalCategory } from '@kazna/contract/cabinet/notifications';
import type { Queries } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import type { DemoPerson } from '../team.ts';

export interface DemoCard {
  id: string;
  organizationId: string;
  savedBy: string;
  savedAt: Date;
  brand: string;
  last4: string;
  expiry: { month: number; year: number };
}

/** Expired. */
export async function insertCard(db: Queries, card: DemoCard): Promise<void> {
  const { id, organizationId, savedBy, savedAt, brand, last4, expiry } = card;
  await db.query(sql`
    insert into payment_methods (id, organization_id, provider, provider_method_id, status, reason, card_type, card_last4,
      expiry_month, expiry_year, is_default, saved_by, created_at, saved_at, cap_minor, cap_currency)
    values (${id}, ${organizationId}, 'demo', ${id}, 'unusable', 'card_expired', ${brand}, ${last4}, ${expiry.month},
      ${expiry.year}, true, ${savedBy}, ${savedAt}, ${savedAt}, 5000000, 'RUB')`);
}

export interface DemoRule {
  organizationId: string;
  cardId: string;
  setBy: string;
  setAt: Date;
  thresholdMinor: number;
  targetMinor: number;
  monthlyCapMinor: number;
}

/** Paused by the expired card. */
export async function insertRule(db: Queries, rule: DemoRule): Promise<void> {
  const { organizationId, cardId, setBy, setAt, thresholdMinor, targetMinor, monthlyCapMinor } = rule;
  await db.query(sql`
    insert into auto_top_ups (organization_id, currency, threshold_minor, target_minor, monthly_cap_minor,
      payment_method_id, status, reason, declines, set_by, updated_at)
    values (${organizationId}, 'RUB', ${thresholdMinor}, ${targetMinor}, ${monthlyCapMinor}, ${cardId}, 'paused',
      'card_expired', 1, ${setBy}, ${setAt})`);
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
