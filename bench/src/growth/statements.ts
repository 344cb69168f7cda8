/** Organizations by number, with one who pays for each; the first is the one with a tenth of everything. */
export const owners = 'growth_owners';

export const createOwners = `
  create table ${owners} (number int primary key, organization_id uuid not null, user_id uuid not null)`;

export const fillOwners = `
  insert into ${owners}
  select 1, $1::uuid, $2::uuid
  union all
  select 1 + row_number() over (order by user_id), organization_id, user_id from memberships
  where organization_id <> $1::uuid and role = 'owner'`;

/**
 * Every organization has one of the first payments, so that money is there before anything is charged. A multiplicative
 * hash spreads the rest: with a plain remainder some organizations would have canceled payments alone.
 */
const ownerOf = (n: string) => `
  case when ${n} <= (select count(*) from ${owners}) then ${n} when ${n} % 10 = 0 then 1
    else 2 + (${n}::bigint * 2654435761 % 4294967296) / 256 % ((select count(*) from ${owners}) - 1) end`;

const today = `(date_trunc('day', now() at time zone 'Europe/Moscow') at time zone 'Europe/Moscow')`;
const yesterday = `(${today} - interval '1 day')`;

/** The time of row n out of $1, the last $2 of which fall on yesterday and the others on the days before. */
const timeOf = (n: string, days: number) => `
  case when ${n} > $1::int - $2::int
    then ${yesterday} + (${n} - ($1::int - $2::int) - 1) * (interval '1 day' / greatest($2::int, 1))
    else ${yesterday} - interval '${days} days' + (${n} - 1) * (interval '${days} days' / ($1::int - $2::int)) end`;

/** 80 % succeeded, and 1 % of these are refunded. */
export const insertPayments = `
  insert into payments (id, organization_id, created_by, amount_minor, currency, method, description, status, provider,
    provider_payment_id, refunded_minor, created_at, paid_at, expires_at)
  select uuidv7(at - now()), o.organization_id, o.user_id, amount, 'RUB', case n % 4 when 0 then 'sbp' else 'card' end,
    'Пополнение ' || n, status, 'yookassa', 'growth-' || n,
    case when status = 'succeeded' and n % 100 = 51 and n > 2 * (select count(*) from ${owners}) then amount else 0 end,
    at, case status when 'succeeded' then at end, at + interval '1 hour'
  from (
    select n, ${ownerOf('n')} as number, ${timeOf('n', 729)} as at, 100000 + n::bigint * 7919 % 900000 as amount,
      case when n % 5 = 3 and n > (select count(*) from ${owners}) then 'canceled' else 'succeeded' end as status
    from generate_series(1, $1::int) n
  ) f
  join ${owners} o using (number) order by n`;

/** A minute after the payment, for its whole amount. */
export const insertRefunds = `
  insert into refunds (id, payment_id, amount_minor, reason, status, provider_refund_id, requested_by, created_at, settled_at)
  select uuidv7(at - now()), id, amount_minor, 'По просьбе клиента', 'succeeded', 'refund-' || number, created_by, at, at
  from payments, lateral (select least(created_at + interval '1 minute', ${today} - interval '1 ms') as at) t
  where refunded_minor > 0 order by payments.created_at`;

export const countPosted = `
  select count(*)::int as posted, (count(*) filter (where at >= ${yesterday}))::int as "postedLastDay"
  from (select created_at as at from payments where status = 'succeeded' union all select created_at from refunds) t`;

/** Ten days later than payments, when everybody has paid once. */
export const insertCharges = `
  insert into charges (id, organization_id, amount_minor, currency, description, service, occurred_at, created_by, created_at)
  select uuidv7(at - now()), o.organization_id, 100 + n::bigint * 7919 % 900, 'RUB', 'Трафик за час ' || n, 'Хостинг', at,
    $3::uuid, at
  from (select n, ${ownerOf('n')} as number, ${timeOf('n', 719)} as at from generate_series(1, $1::int) n) f
  join ${owners} o using (number) order by n`;

/** Keys of charges are kept for good. Callers choose them at random. */
export const insertKeys = `
  insert into idempotency_keys (scope, key, body_hash, reference, created_at)
  select 'charges:' || created_by, gen_random_uuid()::text, sha256(id::text::bytea), id, created_at from charges
  order by 1, 2`;

export const selectTransfers = `
  select id, 'top_up' as kind, organization_id as "organizationId", amount_minor as "amountMinor", id as "sourceId",
    created_at as "createdAt"
  from payments where status = 'succeeded'
  union all
  select r.id, 'refund', p.organization_id, -r.amount_minor, p.id, r.created_at
  from refunds r join payments p on p.id = r.payment_id
  union all
  select id, 'charge', organization_id, -amount_minor, id, created_at from charges
  order by "createdAt"`;
