import { randomBytes } from 'node:crypto';
import type { OrganizationForm } from '@kazna/contract/cabinet/organization-forms';
import type { Queries } from '../platform/db/database.ts';
import { moscowDay } from '../platform/db/moscow-day.ts';
import { type Sql, sql } from '../platform/db/sql.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import type { DemoRefund } from './refunds.ts';
import type { DemoAction, DemoInvitation, DemoMember, DemoPerson } from './team.ts';
import type { DemoCharge, DemoPayment } from './year.ts';

const createdDay = moscowDay(sql`created_at`);

export async function isEmpty(db: Queries): Promise<boolean> {
  const rows = await db.query(sql`select from payments limit 1`);
  return rows.length === 0;
}

export async function findOrganization(db: Queries, inn: string): Promise<string> {
  const [row] = await db.query<{ id: string }>(
    sql`select id from organizations where inn = ${inn} order by id limit 1`,
  );
  return (row as { id: string }).id;
}

export async function findPurpose(db: Queries, invoiceId: string): Promise<string> {
  const [row] = await db.query<{ purpose: string }>(sql`
    select data ->> 'purpose' as purpose from invoices where id = ${invoiceId}`);
  return (row as { purpose: string }).purpose;
}

export interface NewPerson extends DemoPerson {
  passwordHash: string;
  referralCode: string;
  operatorRole: 'finance' | null;
}

export async function insertPerson(db: Queries, person: NewPerson): Promise<void> {
  const { id, email, name, passwordHash, referralCode, operatorRole, createdAt } = person;
  await db.query(sql`
    insert into users (id, email, name, password_hash, referral_code, operator_role, email_verified_at, created_at)
    values (${id}, ${email}, ${name}, ${passwordHash}, ${referralCode}, ${operatorRole}, ${createdAt}, ${createdAt})`);
}

export async function insertPastSession(
  db: Queries,
  { id: userId, address, createdAt }: DemoPerson,
  { device, lastUsedAt }: { device: string; lastUsedAt: Date },
): Promise<void> {
  const bytes = [randomBytes(32), randomBytes(32)] as const;
  await db.query(sql`
    insert into sessions (id, user_id, refresh_hash, refresh_nonce, device, address, created_at, rotated_at,
      last_used_at, ended_at)
    values (${uuidv7(lastUsedAt.getTime())}, ${userId}, ${bytes[0]}, ${bytes[1]}, ${device}, ${address}, ${createdAt},
      ${lastUsedAt}, ${lastUsedAt}, ${lastUsedAt})`);
}

/** acceptDocuments stores the current time; the person registered earlier. */
export async function backdateConsents(db: Queries, { id, createdAt, address }: DemoPerson): Promise<void> {
  await db.query(sql`update consents set accepted_at = ${createdAt}, address = ${address} where user_id = ${id}`);
}

export async function insertOrganization(
  db: Queries,
  id: string,
  { kind, name, ...more }: OrganizationForm,
  createdAt: Date,
): Promise<void> {
  type Requisites = { inn?: string; kpp?: string; ogrn?: string; bank?: { bik: string; account: string } };
  const { inn = null, kpp = null, ogrn = null, bank } = more as Requisites;
  await db.query(sql`
    insert into organizations (id, kind, name, inn, kpp, ogrn, bank_bik, bank_account, created_at)
    values (${id}, ${kind}, ${name}, ${inn}, ${kpp}, ${ogrn}, ${bank?.bik ?? null}, ${bank?.account ?? null},
      ${createdAt})`);
}

export async function insertMember(
  db: Queries,
  organizationId: string,
  { person, role, joinedAt }: DemoMember,
): Promise<void> {
  await db.query(sql`
    insert into memberships (organization_id, user_id, role, created_at)
    values (${organizationId}, ${person.id}, ${role}, ${joinedAt})`);
}

export async function insertInvitation(db: Queries, organizationId: string, invitation: DemoInvitation): Promise<void> {
  const { id, email, role, invitedBy, status, createdAt, answeredAt } = invitation;
  await db.query(sql`
    insert into invitations
      (id, organization_id, email, role, invited_by, status, created_at, sent_at, expires_at, answered_at)
    values (${id}, ${organizationId}, ${email}, ${role}, ${invitedBy}, ${status}, ${createdAt}, ${createdAt},
      ${createdAt}::timestamptz + interval '7 days', ${answeredAt})`);
}

export async function insertAction(db: Queries, organizationId: string, entry: DemoAction): Promise<void> {
  const { id, actorId, action, subjectUserId, invitationId, details, address, createdAt } = entry;
  await db.query(sql`
    insert into audit_log
      (id, organization_id, actor_id, action, subject_user_id, invitation_id, details, address, created_at)
    values (${id}, ${organizationId}, ${actorId}, ${action}, ${subjectUserId}, ${invitationId}, ${details}, ${address},
      ${createdAt})`);
}

/** Bulk insert: one statement with an array per column. */
async function insertRows<Row extends object>(
  db: Queries,
  rows: Row[],
  insert: (column: (name: keyof Row) => unknown[]) => Sql,
): Promise<void> {
  for (let start = 0; start < rows.length; start += 5000) {
    const part = rows.slice(start, start + 5000);
    await db.query(insert((name) => part.map((row) => row[name])));
  }
}

export function insertPayments(db: Queries, organizationId: string, payments: DemoPayment[]): Promise<void> {
  return insertRows(
    db,
    payments,
    (column) => sql`
    insert into payments (id, organization_id, created_by, amount_minor, currency, method, card_last4, card_type, description, status, reason,
      provider, provider_payment_id, claimed_minor, claimed_currency, claimed_payment_id, refunded_minor, created_at, paid_at, expires_at)
    select id, ${organizationId}, created_by, amount, 'RUB', method, card, case when card is not null then 'Mir' end, description, status, reason, 'demo', id::text,
      claimed, case when claimed is not null then 'RUB' end, case when claimed is not null then id::text end, refunded, created_at, case when status = 'succeeded' then created_at + interval '1 minute' end,
      created_at + interval '1 hour'
    from unnest(${column('id')}::uuid[], ${column('createdBy')}::uuid[], ${column('amountMinor')}::bigint[],
      ${column('method')}::text[], ${column('cardLast4')}::text[], ${column('description')}::text[], ${column('status')}::text[],
      ${column('reason')}::text[], ${column('refundedMinor')}::bigint[], ${column('claimedMinor')}::bigint[],
      ${column('createdAt')}::timestamptz[])
      as p (id, created_by, amount, method, card, description, status, reason, refunded, claimed, created_at)`,
  );
}

/** Events are listed by id, so the ids are derived from the payment's. */
export async function insertPaymentEvents(db: Queries, organizationId: string): Promise<void> {
  await db.query(sql`
    insert into payment_events (id, payment_id, kind, status, source, reason, created_at)
    select overlay(p.id::text placing e.place from 25)::uuid, p.id, e.kind, e.status, e.source, e.reason, e.at
    from payments p left join refunds r on r.payment_id = p.id cross join lateral (values
      ('000000000001', 'created', 'pending', 'user', null, p.created_at),
      ('000000000002', 'status_changed', p.status,
        case p.reason when 'expired_on_confirmation' then 'poll' when 'canceled_by_user' then 'user'
          else 'notification' end, p.reason,
        case p.status when 'expired' then p.expires_at else p.created_at + interval '1 minute' end),
      ('000000000003', 'refund_requested', null, 'user', r.reason, r.created_at),
      ('000000000004', 'refund_' || r.status, null, 'notification',
        case r.status when 'canceled' then 'rejected_by_payee' end, r.settled_at))
      as e (place, kind, status, source, reason, at)
    where p.organization_id = ${organizationId} and e.at is not null`);
}

export function insertRefunds(db: Queries, refunds: DemoRefund[]): Promise<void> {
  return insertRows(
    db,
    refunds,
    (column) => sql`
    insert into refunds (id, payment_id, amount_minor, reason, status, requested_by, created_at, settled_at, asked_at,
      provider_refund_id)
    select id, payment_id, amount, reason, status, requested_by, created_at, settled_at, created_at, id::text
    from unnest(${column('id')}::uuid[], ${column('paymentId')}::uuid[], ${column('amountMinor')}::bigint[],
      ${column('reason')}::text[], ${column('status')}::text[], ${column('requestedBy')}::uuid[],
      ${column('createdAt')}::timestamptz[], ${column('settledAt')}::timestamptz[])
      as r (id, payment_id, amount, reason, status, requested_by, created_at, settled_at)`,
  );
}

export function insertCharges(
  db: Queries,
  organizationId: string,
  by: DemoPerson,
  charges: DemoCharge[],
): Promise<void> {
  return insertRows(
    db,
    charges,
    (column) => sql`
    insert into charges (id, organization_id, amount_minor, currency, description, service, occurred_at, created_by,
      created_at)
    select id, ${organizationId}, amount, 'RUB', description, service, created_at, ${by.id}, created_at
    from unnest(${column('id')}::uuid[], ${column('amountMinor')}::bigint[], ${column('description')}::text[],
      ${column('service')}::text[], ${column('createdAt')}::timestamptz[])
      as c (id, amount, description, service, created_at)`,
  );
}

/** Companies are filled one after another; numbers follow time across all of them. Negative ones keep clear of each other. */
export async function renumberPayments(db: Queries): Promise<void> {
  await db.query(sql`update payments set number = -number`);
  await db.query(sql`
    update payments p set number = n.number
    from (select id, 1000 + row_number() over (order by created_at, id) as number from payments) n where n.id = p.id`);
  await db.query(sql`select setval('payment_numbers', (select max(number) from payments))`);
}

export async function rollUpTotals(db: Queries): Promise<void> {
  await db.query(sql`
    insert into payment_daily_totals
      (organization_id, day, currency, method, status, created_by, count, amount_minor)
    select organization_id, ${createdDay}, currency, method, status, created_by,
      count(*), sum(amount_minor)
    from payments group by 1, 2, 3, 4, 5, 6`);
}

/** Notifications of the demo are for the bell alone: the addresses are made up. */
export async function withholdLetters(tx: Queries): Promise<void> {
  await tx.query(sql`update notifications set by_mail = false where organization_id is not null and letter_id is null`);
}
