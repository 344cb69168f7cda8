import type { OrganizationForm } from '@kazna/contract/cabinet/organization-forms';
import type { OrganizationKind } from '@kazna/contract/cabinet/organizations';
import type { OrganizationRole } from '@kazna/contract/shared/permissions';
import type { requisiteNames } from '@kazna/contract/shared/requisite-names';
import type { Organization as OperatorOrganization } from '@kazna/contract/v1/organizations';
import { balancesV1 } from '../money/ledger/reads.ts';
import type { Queries } from '../platform/db/database.ts';
import type { PageRequest } from '../platform/db/page.ts';
import { allOf, inlineLimit, type Sql, sql } from '../platform/db/sql.ts';
import { contractJson, isOpen } from './reads.ts';

export type OrganizationRow = {
  id: string;
  kind: OrganizationKind;
  name: string;
  status: 'active' | 'suspended' | 'closed';
  bank: { bik: string; account: string; correspondentAccount: string | null } | null;
  createdAt: string;
  allowsStaffView: boolean;
} & Record<(typeof requisiteNames)[number], string | null>;

/** The columns of the requisites. A new one is named here and in the contract. */
const requisiteColumns = sql`inn, kpp, ogrn, address, edo`;
const formColumns = sql`name, ${requisiteColumns}, bank_bik, bank_account, bank_correspondent_account`;

const organizationColumns = sql`
  o.id, o.kind, o.name, o.status, ${requisiteColumns}, o.created_at as "createdAt",
  o.allows_staff_view as "allowsStaffView",
  case when o.bank_bik is not null then json_build_object(
    'bik', o.bank_bik, 'account', o.bank_account, 'correspondentAccount', o.bank_correspondent_account) end as bank`;

/** The form as a row with `formColumns`: a field that the form lacks is null. */
function rowOf({ kind: _, ...form }: OrganizationForm): Sql {
  const { bank, ...named } = { bank: undefined, ...form };
  const account = bank && {
    bank_bik: bank.bik,
    bank_account: bank.account,
    bank_correspondent_account: bank.correspondentAccount,
  };
  return sql`jsonb_populate_record(null::organizations, ${JSON.stringify({ ...named, ...account })}::jsonb)`;
}

export async function insertOrganization(db: Queries, id: string, form: OrganizationForm): Promise<void> {
  await db.query(sql`
    insert into organizations (id, kind, ${formColumns}) select ${id}, ${form.kind}, ${formColumns} from ${rowOf(form)}`);
}

export async function updateRequisites(db: Queries, id: string, form: OrganizationForm): Promise<void> {
  await db.query(sql`
    update organizations set (${formColumns}) = (select ${formColumns} from ${rowOf(form)}) where id = ${id}`);
}

export interface ExchangeRequisites {
  contract: { number: string; day: string } | null;
  edo: string | null;
}

export async function updateExchange(db: Queries, id: string, { contract, edo }: ExchangeRequisites): Promise<void> {
  await db.query(sql`
    update organizations set contract_number = ${contract?.number ?? null}, contract_day = ${contract?.day ?? null},
      edo = ${edo}
    where id = ${id}`);
}

/** Locks the organization against changes of its requisites. Null for a missing or closed one. */
export async function lockExchange(db: Queries, id: string): Promise<ExchangeRequisites | null> {
  const [row] = await db.query<ExchangeRequisites>(sql`
    select o.edo, ${contractJson} as contract from organizations o where o.id = ${id} and ${isOpen} for no key update`);
  return row ?? null;
}

/**
 * Serializes changes of members and requisites. `no key update` does not block foreign keys: a sign-in that has locked
 * the person would deadlock with a transaction that waits for that person.
 */
export async function lockOrganization(db: Queries, id: string): Promise<OrganizationRow | null> {
  const [row] = await db.query<OrganizationRow>(sql`
    select ${organizationColumns} from organizations o where o.id = ${id} and ${isOpen} for no key update`);
  return row ?? null;
}

/** A person's own organization may bear the person's name, which no event may keep after the account is deleted. */
export async function findOrganizationV1(db: Queries, id: string): Promise<OperatorOrganization | null> {
  const [row] = await db.query<OperatorOrganization>(sql`
    select o.id, o.external_id as "externalId", o.kind, o.status, o.inn, o.metadata, o.created_at as "createdAt",
      case o.kind when 'person' then 'Личный счёт' else o.name end as name,
      ${balancesV1} as balances
    from organizations o where o.id = ${id}`);
  return row ?? null;
}

export async function setStatus(db: Queries, id: string, status: 'active' | 'suspended'): Promise<void> {
  await db.query(sql`update organizations set status = ${status} where id = ${id}`);
}

export async function markClosed(db: Queries, id: string): Promise<void> {
  await db.query(sql`update organizations set status = 'closed', closed_at = now() where id = ${id}`);
}

export type MembershipRow = OrganizationRow & { role: OrganizationRole };

/** As its owner sees it: the access rule has admitted staff who view it. */
export async function findViewedOrganization(db: Queries, id: string): Promise<MembershipRow | null> {
  const [row] = await db.query<MembershipRow>(sql`
    select ${organizationColumns}, 'owner' as role from organizations o where o.id = ${id} and ${isOpen}`);
  return row ?? null;
}

export async function setStaffViewAllowed(db: Queries, id: string, isAllowed: boolean): Promise<void> {
  await db.query(sql`update organizations set allows_staff_view = ${isAllowed} where id = ${id}`);
}

export async function findOrganizationOf(db: Queries, userId: string, id: string): Promise<MembershipRow | null> {
  const [row] = await db.query<MembershipRow>(sql`
    select ${organizationColumns}, m.role from memberships m join organizations o on o.id = m.organization_id
    where m.user_id = ${userId} and o.id = ${id} and ${isOpen}`);
  return row ?? null;
}

export function organizationsOfCaller({ limit, cursor }: PageRequest): Sql {
  return sql`
    select ${organizationColumns}, m.role from (
      select organization_id, role from memberships
      where user_id = caller.user_id and caller.view_organization_id is null
      union all
      select caller.view_organization_id, 'owner' where caller.view_organization_id is not null
    ) m join organizations o on o.id = m.organization_id
    where ${allOf(isOpen, cursor && sql`o.id > ${cursor}`)}
    order by o.id ${inlineLimit(limit + 1)}`;
}

export interface ManagedOrganization {
  id: string;
  kind: OrganizationKind;
  name: string;
  externalId: string | null;
  metadata: Record<string, string>;
}

/** Opened by the operator API; its owner fills the requisites in. */
export async function insertManagedOrganization(db: Queries, organization: ManagedOrganization): Promise<void> {
  const { id, kind, name, externalId, metadata } = organization;
  await db.query(sql`
    insert into organizations (id, kind, name, external_id, metadata)
    values (${id}, ${kind}, ${name}, ${externalId}, ${metadata})`);
}

/** Undefined leaves a field as it is. */
export async function updateManagedOrganization(
  db: Queries,
  id: string,
  { name, externalId, metadata }: Partial<Pick<ManagedOrganization, 'name' | 'externalId' | 'metadata'>>,
): Promise<void> {
  await db.query(sql`
    update organizations set name = coalesce(${name ?? null}, name), metadata = coalesce(${metadata ?? null}, metadata),
      external_id = coalesce(${externalId ?? null}, external_id)
    where id = ${id}`);
}
