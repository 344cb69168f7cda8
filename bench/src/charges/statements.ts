// What somebody would write by hand to charge balances by keys, each charge once. None of it is the product's.

export const tables = `
  create table lean_accounts (organization_id uuid, currency text, balance_minor bigint not null check (balance_minor >= 0),
    primary key (organization_id, currency));
  create table lean_charges (id uuid primary key, key_id uuid not null, idempotency_key text not null,
    organization_id uuid not null, amount_minor bigint not null, currency text not null, description text not null,
    created_at timestamptz not null default now(), unique (key_id, idempotency_key));
  create index lean_charges_organization on lean_charges (organization_id, id desc);
  insert into lean_accounts select organization_id, currency, balance_minor from ledger_accounts
    where kind = 'organization'`;

export const key = {
  name: 'key',
  text: `
    select k.id, k.scopes from api_key_secrets s join api_keys k on k.id = s.key_id
    where s.hash = $1 and k.revoked_at is null`,
};

/** The check of the balance refuses what it does not suffice for, and undoes the rest with it. */
export const charge = {
  name: 'charge',
  text: `
    with charge as (
      insert into lean_charges (id, key_id, idempotency_key, organization_id, amount_minor, currency, description)
      values ($1, $2, $3, $4, $5, $6, $7) on conflict (key_id, idempotency_key) do nothing
      returning created_at
    ), account as (
      update lean_accounts set balance_minor = balance_minor - $5
      where organization_id = $4 and currency = $6 and exists (select from charge)
    )
    select created_at as "createdAt" from charge`,
};

export const earlierCharge = {
  name: 'earlier-charge',
  text: `
    select id, organization_id as "organizationId", amount_minor::float8 as "amountMinor", currency, description,
      created_at as "createdAt"
    from lean_charges where key_id = $1 and idempotency_key = $2`,
};
