import type { AdminOperation } from '@kazna/contract/admin/operations';
import type { PaymentMethod } from '@kazna/contract/cabinet/create-payment-form';
import type { Currency } from '@kazna/contract/shared/money';
import { giveBacksSince } from '../documents/monthly/turnover-store.ts';
import type { Queries } from '../platform/db/database.ts';
import { moscowDay, startOfDay } from '../platform/db/moscow-day.ts';
import { sql } from '../platform/db/sql.ts';
import { operationColumns, sources } from './store.ts';

const refunds = sql`coalesce((
  select json_agg(json_build_object('id', t.id, 'amountMinor', r.amount_minor, 'reason', r.reason,
    'createdBy', coalesce(by_user.name, by_actor.name),
    'createdAt', to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by r.created_at, r.id)
  from charge_refunds r join ledger_transfers t on t.key = 'charge_refund:' || r.id
  left join actors by_actor on by_actor.id = r.created_by left join users by_user on by_user.id = r.created_by
  where r.charge_id = c.id), '[]')`;

/** A line of a subscription has its days and what they were counted by. */
const subscription = sql`(
  select json_build_object('id', l.subscription_id, 'tariff', t.name, 'quantity', l.quantity, 'unit', s.unit,
    'days', case when l.to_day > l.from_day then json_build_object('from', l.from_day, 'to', l.to_day) end)
  from subscription_lines l join tariff_versions v on v.id = l.version_id
  join tariffs t on t.id = v.tariff_id join services s on s.id = t.service_id
  where l.charge_id = c.id and l.kind <> 'credit' limit 1)`;

const charge = sql`
  select json_build_object('id', c.id, 'operationId', t.id, 'service', c.service, 'amountMinor', c.amount_minor,
    'refundedMinor', c.refunded_minor, 'isFromHold', c.hold_id is not null, 'metadata', c.metadata,
    'occurredAt', to_char(c.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'createdBy', (select name from actors where id = c.created_by),
    'subscription', ${subscription}, 'refunds', ${refunds})
  from ledger_transfers t where t.key = 'charge:' || c.id`;

/** The month that closes a movement: what is given back lowers the month of its charge, before the rule its own. */
const closedMonth = sql`to_char(${moscowDay(sql`coalesce((
  select c.created_at from ledger_transfers t
  join ledger_entries c on c.transfer_id = t.undoes_id and c.organization_id = e.organization_id
  where t.id = e.transfer_id and e.kind = 'charge_refund' and e.created_at >= ${startOfDay(giveBacksSince)}), e.created_at)`)}, 'YYYY-MM')`;

/** Documents close roubles alone: a month its charges, an invoice for an advance what was paid. */
const document = sql`
  select json_build_object('id', d.id, 'kind', d.kind, 'number', d.number, 'period', d.period, 'revision', d.revision)
  from closing_documents d
  where d.organization_id = e.organization_id and e.currency = 'RUB' and case
    when e.kind in ('charge', 'charge_refund')
      then d.kind in ('act', 'upd') and d.period = ${closedMonth}
    else d.kind = 'advance_invoice' and d.source_id = e.transfer_id end
  order by d.revision desc limit 1`;

const transfer = sql`
  select json_build_object('payer', d.payer_name, 'number', d.number, 'day', d.day, 'purpose', d.purpose)
  from bank_statement_documents d where d.id = b.document_id`;

/** By the id of a movement, or of the charge that made one. Null for another organization's. */
export async function findOperation(
  db: Queries,
  { organizationId, operationId }: { organizationId: string; operationId: string },
): Promise<AdminOperation | null> {
  const [row] = await db.query<AdminOperation>(sql`
    select ${operationColumns}, e.organization_id as "organizationId",
      (e.balance_after_minor - e.amount_minor)::float8 as "balanceBeforeMinor",
      case when c.id is not null then (${charge}) end as charge, case when b.id is not null then (${transfer}) end as transfer,
      (${document}) as document
    from ledger_entries e ${sources}
    where e.organization_id = ${organizationId} and e.transfer_id = coalesce(
      (select id from ledger_transfers where key = 'charge:' || ${operationId}::text), ${operationId}::uuid)`);
  return row ?? null;
}

export interface ConfirmedTopUp {
  amountMinor: number;
  currency: Currency;
  createdAt: string;
  organization: { name: string; inn: string | null; kpp: string | null; address: string | null };
  /** Of a payment by card or СБП. */
  payment: {
    number: number;
    method: PaymentMethod;
    card: { last4: string; type: string | null } | null;
    description: string | null;
    refundedMinor: number;
    paidAt: string;
    /** By somebody without an account, whom we do not know. */
    isByLink: boolean;
  } | null;
  transfer: { number: string; day: string; payer: string; payerInn: string | null; purpose: string } | null;
}

/** By the id of the movement or of its payment. Null for what topped up nothing, or was undone. */
export async function findConfirmedTopUp(
  db: Queries,
  { organizationId, operationId }: { organizationId: string; operationId: string },
): Promise<ConfirmedTopUp | null> {
  const payment = sql`json_build_object('number', p.number, 'method', p.method, 'description', p.description,
    'card', case when p.card_last4 is not null then json_build_object('last4', p.card_last4, 'type', p.card_type) end,
    'refundedMinor', p.refunded_minor, 'isByLink', p.payment_link_id is not null, 'paidAt', to_char(p.paid_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))`;
  const [row] = await db.query<ConfirmedTopUp>(sql`
    select e.amount_minor::float8 as "amountMinor", e.currency, e.created_at as "createdAt",
      json_build_object('name', o.name, 'inn', o.inn, 'kpp', o.kpp, 'address', o.address) as organization,
      case when p.id is not null then ${payment} end as payment,
      case when d.id is not null then json_build_object('number', d.number, 'day', d.day, 'payer', d.payer_name,
        'payerInn', d.payer_inn, 'purpose', d.purpose) end as transfer
    from ledger_entries e join organizations o on o.id = e.organization_id
    left join payments p on p.id = e.source_id and e.kind = 'top_up' and p.organization_id = e.organization_id
    left join bank_receipts b on b.id = e.source_id and e.kind = 'bank_receipt' and b.status = 'credited'
      and b.organization_id = e.organization_id
    left join bank_statement_documents d on d.id = b.document_id
    where e.organization_id = ${organizationId} and (p.id is not null or d.id is not null) and e.transfer_id = coalesce(
      (select id from ledger_transfers where key = 'top_up:' || ${operationId}::text), ${operationId}::uuid)`);
  return row ?? null;
}
