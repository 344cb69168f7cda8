import { cardTitle } from '@kazna/contract/cabinet/payment-methods';
import type { Currency } from '@kazna/contract/shared/money';
import { type OrganizationRole, organizationRoleCan } from '@kazna/contract/shared/permissions';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';
import { Problem } from '../../platform/http/problem.ts';
import { type ProviderCardMask, type Providers, takes } from '../providers/provider.ts';

type MethodStatus = 'pending' | 'active' | 'unusable' | 'removed';

export interface MethodRow {
  id: string;
  organizationId: string;
  provider: string;
  providerMethodId: string | null;
  status: MethodStatus;
  reason: string | null;
  /** The mask is null while the person is entering the card. */
  brand: string | null;
  last4: string | null;
  expiryMonth: number | null;
  expiryYear: number | null;
  isDefault: boolean;
  savedById: string;
  savedBy: string;
  savedAt: string | null;
  /** Null where the saver never said how much may be charged without them. */
  cap: { amountMinor: number; currency: Currency } | null;
  /** Whose card it is; null once they have left. Who may not remove the card any more is not charged by it either. */
  saverRole: OrganizationRole | null;
  /** Who cannot sign in cannot take the card back. */
  isSaverBlocked: boolean;
  /** Not entered for as long as the provider waits. */
  isOverdue: boolean;
}

/** A row whose card is known, as that of every card that was ever saved. */
export interface CardRow extends MethodRow {
  last4: string;
  expiryMonth: number;
  expiryYear: number;
  savedAt: string;
}

export function isCard(row: MethodRow): row is CardRow {
  return row.last4 !== null && row.savedAt !== null;
}

/** Why the card is charged no more; null while it can be. */
export function unusableReason({ status, reason, saverRole, isSaverBlocked }: MethodRow): string | null {
  if (status === 'unusable') return reason;
  if (saverRole === null) return 'saver_left';
  if (isSaverBlocked) return 'saver_blocked';
  return organizationRoleCan(saverRole, 'cards.manage') ? null : 'saver_demoted';
}

export function titleOf({ brand, last4 }: MethodRow): string {
  return cardTitle({ brand, last4: last4 ?? '' });
}

/** The provider waits an hour for the card, and the call that opens its page half a minute for the provider. */
const columns = sql`
  m.id, m.organization_id as "organizationId", m.provider, m.provider_method_id as "providerMethodId", m.status, m.reason,
  m.card_type as brand, m.card_last4 as last4, m.expiry_month as "expiryMonth", m.expiry_year as "expiryYear",
  m.is_default as "isDefault", m.saved_by as "savedById", coalesce(u.name, '') as "savedBy", m.saved_at as "savedAt",
  case when m.cap_minor is not null then json_build_object('amountMinor', m.cap_minor, 'currency', m.cap_currency) end
    as cap,
  (select s.role from memberships s where s.user_id = m.saved_by and s.organization_id = m.organization_id)
    as "saverRole",
  coalesce(u.status = 'blocked', false) as "isSaverBlocked",
  m.created_at < now() - case when m.provider_method_id is null then interval '2 minutes' else interval '2 hours' end
    as "isOverdue"`;

export async function findMethod(db: Queries, id: string): Promise<MethodRow | null> {
  const [row] = await db.query<MethodRow>(sql`
    select ${columns} from payment_methods m left join users u on u.id = m.saved_by where m.id = ${id}`);
  return row ?? null;
}

export async function findMethodByProviderId(
  db: Queries,
  provider: string,
  providerMethodId: string,
): Promise<MethodRow | null> {
  const [row] = await db.query<MethodRow>(sql`
    select ${columns} from payment_methods m left join users u on u.id = m.saved_by
    where m.provider = ${provider} and m.provider_method_id = ${providerMethodId}`);
  return row ?? null;
}

/** Cards that are saved, usable or not: the default one first, then the newest. */
export function selectMethods(db: Queries, organizationId: string): Promise<MethodRow[]> {
  return db.query<MethodRow>(sql`
    select ${columns} from payment_methods m left join users u on u.id = m.saved_by
    where m.organization_id = ${organizationId} and m.status in ('active', 'unusable')
    order by m.is_default desc, m.saved_at desc, m.id`);
}

export async function lockMethod(tx: Transaction, id: string): Promise<MethodRow | null> {
  const [row] = await tx.query<MethodRow>(sql`
    select ${columns} from payment_methods m left join users u on u.id = m.saved_by where m.id = ${id}
    for update of m`);
  return row ?? null;
}

/** A card that is about to be charged stays as it is until the transaction ends. */
export async function lockMethodShared(tx: Transaction, id: string): Promise<MethodRow | null> {
  const [row] = await tx.query<MethodRow>(sql`
    select ${columns} from payment_methods m left join users u on u.id = m.saved_by where m.id = ${id}
    for share of m`);
  return row ?? null;
}

export interface UsableMethod extends MethodRow {
  providerMethodId: string;
}

interface CardToCharge {
  id: string;
  organizationId: string;
  providers: Providers;
  currency: Currency;
}

/**
 * Locks a card about to be charged against removal; the provider that saved it must be configured and take the
 * currency. Another organization's card answers as a missing one.
 */
export async function lockUsableMethod(
  tx: Transaction,
  { id, organizationId, providers, currency }: CardToCharge,
): Promise<UsableMethod> {
  const method = await lockMethodShared(tx, id);
  const isSaved = method?.status === 'active' || method?.status === 'unusable';
  if (!method || !isSaved || method.organizationId !== organizationId) throw new Problem('not_found');
  const { providerMethodId, provider } = method;
  const saver = providers.byName.get(provider);
  if (unusableReason(method) || !saver || !providerMethodId) throw new Problem('card_unusable');
  if (!takes(saver, { method: 'card', currency, amountMinor: 100 })) throw new Problem('currency_disabled');
  return { ...method, providerMethodId };
}

/** The class of the advisory locks of organizations that cards are saved for. */
const savingLock = 2;

/** Cards of one organization are saved one after another: the first becomes the default, the same one stays one. */
export async function lockSaving(tx: Transaction, organizationId: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(${savingLock}, hashtext(${organizationId}::text))`);
}

/** The person's own card with the same mask: one person does not replace what another has allowed. */
export async function lockSameCard(
  tx: Transaction,
  { organizationId, savedBy }: { organizationId: string; savedBy: string },
  { last4, type, expiryMonth, expiryYear }: ProviderCardMask,
): Promise<MethodRow | null> {
  const [row] = await tx.query<MethodRow>(sql`
    select ${columns} from payment_methods m left join users u on u.id = m.saved_by
    where m.organization_id = ${organizationId} and m.saved_by = ${savedBy} and m.status in ('active', 'unusable')
      and m.card_last4 = ${last4} and m.card_type is not distinct from ${type}
      and m.expiry_month = ${expiryMonth} and m.expiry_year = ${expiryYear}
    order by m.id limit 1 for update of m`);
  return row ?? null;
}

export type CardCap = NonNullable<MethodRow['cap']>;

export async function insertPendingMethod(
  tx: Transaction,
  method: { id: string; organizationId: string; provider: string; savedBy: string; cap: CardCap },
): Promise<void> {
  const { id, organizationId, provider, savedBy, cap } = method;
  await tx.query(sql`
    insert into payment_methods (id, organization_id, provider, status, saved_by, cap_minor, cap_currency)
    values (${id}, ${organizationId}, ${provider}, 'pending', ${savedBy}, ${cap.amountMinor}, ${cap.currency})`);
}

/** Returns false where the binding does not wait for the card any more. */
export async function setProviderMethod(db: Queries, id: string, providerMethodId: string): Promise<boolean> {
  const rows = await db.query(sql`
    update payment_methods set provider_method_id = ${providerMethodId}
    where id = ${id} and status = 'pending' and provider_method_id is null returning id`);
  return rows.length > 0;
}

export interface SavedCard {
  id: string;
  organizationId: string;
  provider: string;
  providerMethodId: string;
  savedBy: string;
  card: ProviderCardMask;
  cap: CardCap;
}

/** Makes the row an active card, whether it is there or not; the first card of an organization is its default. */
export async function upsertSavedCard(tx: Transaction, saved: SavedCard): Promise<void> {
  const { id, organizationId, provider, providerMethodId, savedBy, card, cap } = saved;
  await tx.query(sql`
    insert into payment_methods as m (id, organization_id, provider, provider_method_id, status, card_type, card_last4,
      expiry_month, expiry_year, saved_by, saved_at, cap_minor, cap_currency, is_default)
    values (${id}, ${organizationId}, ${provider}, ${providerMethodId}, 'active', ${card.type}, ${card.last4},
      ${card.expiryMonth}, ${card.expiryYear}, ${savedBy}, now(), ${cap.amountMinor}, ${cap.currency}, not exists (
        select from payment_methods d where d.organization_id = ${organizationId} and d.is_default))
    on conflict (id) do update set provider_method_id = excluded.provider_method_id, status = 'active', reason = null,
      card_type = excluded.card_type, card_last4 = excluded.card_last4, expiry_month = excluded.expiry_month,
      expiry_year = excluded.expiry_year, saved_by = excluded.saved_by, saved_at = excluded.saved_at,
      cap_minor = excluded.cap_minor, cap_currency = excluded.cap_currency,
      is_default = m.is_default or excluded.is_default`);
}

/** The saver's own word: it replaces what they said before. */
export async function setCap(tx: Transaction, id: string, { amountMinor, currency }: CardCap): Promise<void> {
  await tx.query(
    sql`update payment_methods set cap_minor = ${amountMinor}, cap_currency = ${currency} where id = ${id}`,
  );
}

export async function markUnusable(tx: Transaction, id: string, reason: string): Promise<void> {
  await tx.query(sql`
    update payment_methods set status = 'unusable', reason = ${reason} where id = ${id} and status = 'active'`);
}

export async function markRemoved(tx: Transaction, id: string): Promise<void> {
  await tx.query(sql`
    update payment_methods set status = 'removed', provider_method_id = null, is_default = false where id = ${id}`);
}

/** The newest of the rest becomes the default. */
export async function chooseDefault(tx: Transaction, organizationId: string): Promise<void> {
  await tx.query(sql`
    update payment_methods set is_default = true
    where id = (select id from payment_methods where organization_id = ${organizationId} and status = 'active'
        order by saved_at desc, id limit 1)
      and not exists (select from payment_methods where organization_id = ${organizationId} and is_default)`);
}

export async function setDefault(tx: Transaction, organizationId: string, id: string): Promise<void> {
  await tx.query(sql`
    update payment_methods set is_default = false where organization_id = ${organizationId} and is_default`);
  await tx.query(sql`update payment_methods set is_default = true where id = ${id}`);
}

export async function selectMethodIdsOf(
  db: Queries,
  of: { organizationId: string } | { personId: string },
): Promise<string[]> {
  const whose = 'personId' in of ? sql`saved_by = ${of.personId}` : sql`organization_id = ${of.organizationId}`;
  const rows = await db.query<{ id: string }>(sql`
    select id from payment_methods where ${whose} and status <> 'removed' order by organization_id, id`);
  return rows.map(({ id }) => id);
}

/** Charges of the organization's cards whose outcome is not known, by card. */
export async function selectCharging(db: Queries, organizationId: string): Promise<Map<string, CardCap>> {
  const rows = await db.query<CardCap & { id: string }>(sql`
    select p.payment_method_id as id, p.amount_minor::float8 as "amountMinor", p.currency from payments p
    where p.organization_id = ${organizationId} and p.payment_method_id is not null and p.status = 'pending'
    order by p.id`);
  return new Map(rows.map(({ id, amountMinor, currency }) => [id, { amountMinor, currency }]));
}
