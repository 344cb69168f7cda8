import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';

export interface Filling {
  /** In the whole table. */
  total: number;
  /** Has a tenth of them, spread over the whole time. */
  activeId: string;
  /** Has the oldest tenth of them, and none since. */
  dormantId: string;
}

/** Payments of two years, one after another, of many organizations; made by the database itself. */
export async function fillPayments(client: Client, { total, activeId, dormantId }: Filling): Promise<void> {
  // Skips the look-ups of foreign keys, which are right by the way the rows are made.
  await client.query("set session_replication_role = 'replica'");
  await client.query(
    `insert into organizations (id, kind, name)
     select gen_random_uuid(), 'company', 'Организация ' || n from generate_series(1, 200) n`,
  );
  await client.query(
    `insert into payments (id, organization_id, created_by, amount_minor, currency, method, description, status,
       provider, provider_payment_id, created_at, paid_at, expires_at)
     select uuidv7(age), case when n <= $1 / 10 then $3::uuid when n % 9 = 0 then $2::uuid else others.ids[1 + n % 200] end, person.id,
       10000 + n % 990000, 'RUB', case n % 4 when 0 then 'sbp' else 'card' end, 'Пополнение ' || n,
       case n % 5 when 0 then 'canceled' else 'succeeded' end, 'yookassa', $4 || n, now() + age,
       case n % 5 when 0 then null else now() + age end, now() + age + interval '1 hour'
     from generate_series(1, $1::int) n
     cross join lateral (select (n - $1) * (interval '730 days' / $1) as age) as time
     cross join (select array_agg(id) as ids from organizations where name like 'Организация %') others
     cross join (select id from users order by id limit 1) person`,
    [total, activeId, dormantId, `${randomUUID()}-`],
  );
  await client.query("set session_replication_role = 'origin'");
  await client.query('vacuum analyze payments');
}
