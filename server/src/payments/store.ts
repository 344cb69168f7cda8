import type { PaymentMethod } from '@kazna/contract/cabinet/create-payment-form';
import type { EventSource, PaymentEvent, PaymentStatus } from '@kazna/contract/cabinet/payments';
import type { Currency } from '@kazna/contract/shared/money';
import type { Queries, Statement, Transaction } from '../platform/db/database.ts';
import { moscowDay } from '../platform/db/moscow-day.ts';
import { failUnless, type Sql, sql } from '../platform/db/sql.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { answersKept, type KeyName, type StoredAnswer } from '../platform/idempotency/answers.ts';
import { joinCalls } from '../platform/join-calls.ts';
import { firstPollOf } from './polls-store.ts';
import type { ProviderPayment } from './providers/provider.ts';

export interface PaymentRow {
  id: string;
  number: number;
  organizationId: string;
  createdById: string;
  createdBy: string;
  /** The name of the provider that was asked for it, and is asked about it ever after. */
  provider: string;
  /** Null once the payer has deleted their account. */
  payerEmail: string | null;
  amountMinor: number;
  currency: Currency;
  method: PaymentMethod;
  cardLast4: string | null;
  cardType: string | null;
  description: string | null;
  /** At the time of creation; null for a personal one. */
  organizationName: string | null;
  status: PaymentStatus;
  reason: string | null;
  providerPaymentId: string | null;
  /** Opened at the provider, not known to be charged. */
  preparedPaymentId: string | null;
  confirmationUrl: string | null;
  refundedMinor: number;
  isRefunding: boolean;
  createdAt: string;
  /** By the business's clock. */
  ageSeconds: number;
  paidAt: string | null;
  expiresAt: string;
  isOverdue: boolean;
  savesMethod: boolean;
  /** The saved card that pays; null where the payer is led to the provider's page. */
  paymentMethodId: string | null;
  providerMethodId: string | null;
  /** Made by the rule that tops the balance up. */
  isAutomatic: boolean;
  /** The saved card may have been asked for; false while the provider never was. */
  isChargeAsked: boolean;
  /** So long ago that a call which the provider does not know has never reached it. */
  isCallLost: boolean;
  /** By which somebody without an account pays. */
  paymentLinkId: string | null;
  /** The permission to charge the card went before the outcome was known: what is charged all the same goes back. */
  isRevoked: boolean;
}

const creatorName = sql`coalesce(u.name, (select a.name from actors a where a.id = p.created_by))`;

export const paymentColumns = sql`
  p.id, p.number::float8 as number, p.card_last4 as "cardLast4", p.card_type as "cardType", p.organization_id as "organizationId", p.created_by as "createdById", ${creatorName} as "createdBy",
  coalesce(p.payer_email, case when u.deleted_at is null then u.email end) as "payerEmail", p.amount_minor::float8 as "amountMinor", p.currency, p.method, p.description,
  p.organization_name as "organizationName", p.status,
  p.reason, p.provider, p.provider_payment_id as "providerPaymentId", p.prepared_payment_id as "preparedPaymentId", p.confirmation_url as "confirmationUrl",
  p.refunded_minor::float8 as "refundedMinor",
  p.refunded_minor > 0 and exists (select from refunds r where r.payment_id = p.id and r.status = 'pending')
    as "isRefunding",
  p.created_at as "createdAt", p.paid_at as "paidAt",
  extract(epoch from business_now() - p.created_at)::float8 as "ageSeconds",
  p.expires_at as "expiresAt", p.expires_at <= business_now() as "isOverdue",
  p.saves_method as "savesMethod", p.payment_method_id as "paymentMethodId", p.provider_method_id as "providerMethodId",
  p.is_automatic as "isAutomatic", p.charge_asked_at is not null as "isChargeAsked",
  coalesce(p.charge_asked_at < now() - interval '15 minutes', false) as "isCallLost",
  p.revoked_at is not null as "isRevoked", p.payment_link_id as "paymentLinkId"`;

export interface NewPayment {
  id: string;
  organizationId: string;
  createdBy: string;
  amountMinor: number;
  currency: Currency;
  method: PaymentMethod;
  description: string | null;
  provider: string;
  lifetimeSeconds: number;
  /** Until the provider is asked what came of it. */
  pollAfterSeconds: number;
  savesMethod?: boolean;
  /** A saved card, which is locked by then. */
  savedCard?: { id: string; providerMethodId: string } | null;
  isAutomatic?: boolean;
  /** Whom the receipt goes to, where that is not the creator. */
  payerId?: string;
  /** Of a payer without an account. */
  payerEmail?: string;
  paymentLinkId?: string;
}

/** The class of the advisory locks of organizations that payments are inserted for. */
const insertLock = 1;

/**
 * Inserts a pending payment with its first event and the time of its first poll, counts it in the daily totals, and
 * returns it. Fails without a row of `claim`, which comes before (`isUnmet`). Payments of one organization count in one
 * row, and `on conflict` wakes everybody who waits for it at each commit: the advisory lock wakes one.
 */
export async function insertPayment(
  tx: Transaction,
  payment: NewPayment,
  claim: Statement = sql`select true as is_new`,
): Promise<PaymentRow> {
  const { id, organizationId, createdBy, amountMinor, currency, method, description, provider, lifetimeSeconds } =
    payment;
  const { savesMethod = false, savedCard = null, isAutomatic = false, payerId = createdBy } = payment;
  const { payerEmail = null, paymentLinkId = null, pollAfterSeconds } = payment;
  const source: EventSource = isAutomatic ? 'auto_top_up' : 'user';
  const [row] = await tx.query<PaymentRow>(sql`
    with claimed as (${claim}), known as materialized (
      select ${failUnless(sql`exists (select from claimed)`)} as is_new
    ), turn as materialized (
      select pg_advisory_xact_lock(${insertLock}, hashtext(${organizationId}::text)) from known where is_new = 1
    ), inserted as (
      insert into payments
        (id, organization_id, created_by, amount_minor, currency, method, description, provider, expires_at,
          payer_email, organization_name, saves_method, payment_method_id, provider_method_id, is_automatic, payment_link_id)
      select ${id}::uuid, ${organizationId}::uuid, ${createdBy}::uuid, ${amountMinor}::bigint, ${currency}, ${method},
        ${description}, ${provider}, business_now() + make_interval(secs => ${lifetimeSeconds}),
        coalesce(${payerEmail}, (select email from users where id = ${payerId})),
        (select name from organizations where id = ${organizationId} and kind <> 'person'),
        ${savesMethod}, ${savedCard?.id ?? null}::uuid, ${savedCard?.providerMethodId ?? null}, ${isAutomatic},
        ${paymentLinkId}::uuid
      from turn
      returning *
    ), event as (
      insert into payment_events (id, payment_id, kind, status, source)
      select ${uuidv7()}, p.id, 'created', p.status, ${source} from inserted p
    ), poll as (${firstPollOf(sql`inserted`, pollAfterSeconds)}
    ), counted as (${countedIn(sql`inserted`)})
    select ${paymentColumns} from inserted p left join users u on u.id = p.created_by`);
  return row as PaymentRow;
}

export async function findPayment(db: Queries, id: string): Promise<PaymentRow | null> {
  const [row] = await db.query<PaymentRow>(sql`
    select ${paymentColumns} from payments p left join users u on u.id = p.created_by where p.id = ${id}`);
  return row ?? null;
}

/** The provider has answered, so what is known of the payment is an answer too. */
export async function isOpened(db: Queries, id: string): Promise<boolean> {
  const rows = await db.query(sql`
    select from payments where id = ${id} and (provider_payment_id is not null or status <> 'pending')`);
  return rows.length > 0;
}

interface Opening extends KeyName, StoredAnswer {
  id: string;
  providerId: string;
  confirmationUrl: string | null;
}

/**
 * Notes the provider's page of a payment that nothing has happened to, and the answer to the key along with it. Returns
 * false when something has happened or is about to, which only the payment's lock shows. A commit costs the database more
 * than a page: those of payments that are created at once are noted together. Each row is looked up by its key whatever
 * the planner expects: it plans once, when few payments may wait and few keys are stored.
 */
export const openPendingPayment = joinCalls(async (db: Queries, openings: Opening[]): Promise<boolean[]> => {
  const rows = await db.query<{ id: string }>(sql`
    with asked as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(openings)}::jsonb) as o (id uuid, "providerId" text,
        "confirmationUrl" text, scope text, key text, status smallint, body jsonb)
    ), waiting as (
      select a.id, p.place from asked a cross join lateral (
        select ctid as place from payments
        where id = a.id and provider_payment_id is null and status = 'pending' and expires_at > business_now()
        for no key update skip locked) p
    ), opened as (
      update payments p set provider_payment_id = a."providerId", confirmation_url = a."confirmationUrl"
      from asked a join waiting w on w.id = a.id where p.ctid = w.place
      returning p.id
    ), kept as (${answersKept(sql`(select a.* from asked a join opened o on o.id = a.id)`)})
    select id from opened`);
  const opened = new Set(rows.map(({ id }) => id));
  return openings.map(({ id }) => opened.has(id));
});

/** Returns what was stored first: a card is charged by one payment at the provider, however many were opened. */
export async function prepareCharge(db: Queries, id: string, providerId: string): Promise<string> {
  const [row] = await db.query<{ providerId: string }>(sql`
    update payments set prepared_payment_id = coalesce(prepared_payment_id, ${providerId}) where id = ${id}
    returning prepared_payment_id as "providerId"`);
  return (row as { providerId: string }).providerId;
}

export async function setProviderPayment(
  db: Queries,
  id: string,
  {
    providerId,
    confirmationUrl,
    card,
  }: Pick<ProviderPayment, 'providerId' | 'confirmationUrl'> & Partial<Pick<ProviderPayment, 'card'>>,
): Promise<void> {
  const { last4 = null, type = null } = card ?? {};
  await db.query(sql`
    update payments set provider_payment_id = ${providerId}, confirmation_url = coalesce(${confirmationUrl}, confirmation_url),
      card_last4 = coalesce(${last4}, card_last4), card_type = coalesce(${type}, card_type)
    where id = ${id} and (provider_payment_id is distinct from ${providerId} or card_last4 is distinct from coalesce(${last4}, card_last4))`);
}

export async function setStatus(db: Queries, id: string, status: PaymentStatus, reason: string | null): Promise<void> {
  await db.query(sql`
    update payments set status = ${status}, reason = ${reason}, provider_method_id = null,
      paid_at = case when ${status} = 'succeeded' then business_now() end
    where id = ${id}`);
}

/** Adds to what is refunded, or takes back what was not; the database refuses more than was paid. */
export async function addRefunded(db: Queries, id: string, amountMinor: number): Promise<void> {
  await db.query(sql`update payments set refunded_minor = refunded_minor + ${amountMinor} where id = ${id}`);
}

export interface NewEvent {
  paymentId: string;
  kind: PaymentEvent['kind'];
  source: EventSource;
  status?: PaymentStatus;
  reason?: string | null;
}

export async function insertEvent(db: Queries, event: NewEvent): Promise<void> {
  const { paymentId, kind, source, status = null, reason = null } = event;
  await db.query(sql`
    insert into payment_events (id, payment_id, kind, status, source, reason)
    values (${uuidv7()}, ${paymentId}, ${kind}, ${status}, ${source}, ${reason})`);
}

export function selectEvents(db: Queries, paymentId: string): Promise<PaymentEvent[]> {
  return db.query<PaymentEvent>(sql`
    select id, kind, status, source, reason, created_at as "createdAt" from payment_events
    where payment_id = ${paymentId} order by id limit 200`);
}

const createdDay = moscowDay(sql`p.created_at`);

/** Counts the payments of `source` on the days they were created: a part of the statement that inserts them. */
function countedIn(source: Sql): Sql {
  return sql`
    insert into payment_daily_totals as t
      (organization_id, day, currency, method, status, created_by, count, amount_minor)
    select p.organization_id, ${createdDay}, p.currency, p.method, p.status, p.created_by, 1, p.amount_minor
    from ${source} p
    on conflict (organization_id, day, currency, method, status, created_by) do update set
      count = t.count + 1, amount_minor = t.amount_minor + excluded.amount_minor`;
}

interface CountedAs {
  status: PaymentStatus;
  currency: Currency;
  amountMinor: number;
}

/**
 * Counts the payment as something else. Both rows are written by one statement in one order: of two payments that
 * change places, such as review and canceled, each would otherwise wait for the other's row, a deadlock.
 */
export async function moveInTotals(db: Queries, id: string, from: CountedAs, to: CountedAs): Promise<void> {
  await db.query(sql`
    insert into payment_daily_totals as t
      (organization_id, day, currency, method, status, created_by, count, amount_minor)
    select p.organization_id, ${createdDay}, row.currency, p.method, row.status, p.created_by, row.count, row.amount
    from payments p, (values (${from.currency}::text, ${from.status}::text, 0, 0::bigint),
      (${to.currency}, ${to.status}, 1, ${to.amountMinor}::bigint)) row (currency, status, count, amount)
    where p.id = ${id} and (row.count = 1 or exists (
      select from payment_daily_totals old
      where old.organization_id = p.organization_id and old.day = ${createdDay} and old.currency = row.currency
        and old.method = p.method and old.status = row.status and old.created_by = p.created_by))
    order by row.currency, row.status
    on conflict (organization_id, day, currency, method, status, created_by) do update set
      count = t.count + case excluded.count when 0 then -1 else 1 end,
      amount_minor = t.amount_minor + case excluded.count when 0 then -${from.amountMinor}::bigint
        else excluded.amount_minor end`);
}
