// What somebody would write by hand for each call: one statement, no promise beyond the answer. None of it is the product's.

export const session = {
  name: 'session',
  text: `
    select u.id, u.email, u.name, u.phone, u.timezone, u.totp_confirmed_at is not null as "hasSecondFactor",
      u.operator_role as "operatorRole", u.referral_code as "referralCode", u.created_at as "createdAt",
      (select email from letter_tokens where user_id = u.id and purpose = 'change_email' and used_at is null
        and expires_at > now() limit 1) as "pendingEmail",
      (select json_agg(json_build_object('organizationId', o.id, 'name', o.name, 'kind', o.kind, 'role', m.role))
        from memberships m join organizations o on o.id = m.organization_id where m.user_id = u.id) as memberships,
      array(select document from consents where user_id = u.id) as consents
    from users u where u.id = $1`,
};

export const organizations = {
  name: 'organizations',
  text: `
    select o.id, o.kind, o.name, o.status, o.inn, o.kpp, o.ogrn, o.address, o.bank_bik, o.bank_account,
      o.bank_correspondent_account, o.created_at as "createdAt", m.role
    from memberships m join organizations o on o.id = m.organization_id
    where m.user_id = $1 and o.status <> 'closed' order by o.id limit 21`,
};

export const payments = {
  name: 'payments',
  text: `
    select p.id, p.amount_minor as "amountMinor", p.currency, p.method, p.description, p.status, p.reason,
      p.refunded_minor as "refundedMinor", p.confirmation_url as "confirmationUrl", u.name as "createdBy",
      p.created_at as "createdAt", p.paid_at as "paidAt", p.expires_at as "expiresAt",
      exists (select from refunds r where r.payment_id = p.id and r.status = 'pending') as "isRefunding"
    from payments p join users u on u.id = p.created_by
    where p.organization_id = $1 order by p.created_at desc, p.id desc limit 21`,
};

export const refresh = {
  name: 'refresh',
  text: `
    update sessions set refresh_hash = $1, last_used_at = now()
    where id = $2 and refresh_hash = $3 and ended_at is null returning user_id, organization_id`,
};

export const create = {
  name: 'create',
  text: `
    insert into payments (id, organization_id, created_by, amount_minor, currency, method, provider, expires_at)
    values ($1, $2, $3, $4, $5, $6, 'lean', now() + interval '1 hour')
    returning created_at as "createdAt", expires_at as "expiresAt"`,
};

/** For charges, whose tables of the product are the ledger's. */
export const chargeTables = `
  create table lean_accounts (organization_id uuid, currency text, balance_minor bigint not null check (balance_minor >= 0),
    primary key (organization_id, currency));
  create table lean_charges (id uuid primary key, key_id uuid not null, idempotency_key text not null,
    organization_id uuid not null, amount_minor bigint not null, currency text not null, description text not null,
    created_at timestamptz not null default now(), unique (key_id, idempotency_key));
  create index lean_charges_organization on lean_charges (organization_id, id desc);
  insert into lean_accounts select organization_id, currency, balance_minor from ledger_accounts
    where kind = 'organization'`;

/** The check of the balance refuses what it does not suffice for, and undoes the rest with it. */
export const charge = {
  name: 'charge',
  text: `
    with account as (
      update lean_accounts set balance_minor = balance_minor - $5 where organization_id = $4 and currency = $6
    )
    insert into lean_charges (id, key_id, idempotency_key, organization_id, amount_minor, currency, description)
    values ($1, $2, $3, $4, $5, $6, $7) returning created_at as "createdAt"`,
};
