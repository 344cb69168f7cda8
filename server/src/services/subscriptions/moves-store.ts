import type { Transaction } from '../../platform/db/database.ts';
import { moscowToday } from '../../platform/db/moscow-day.ts';
import { sql } from '../../platform/db/sql.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';

/**
 * Records how much the subscriptions, which are locked, bring a month where that has changed: the price of the last line
 * for days of a period while they run, nothing in a trial, while paused or suspended, and after the end.
 */
export async function recordMoves(tx: Transaction, subscriptionIds: string[]): Promise<void> {
  const moveIds = subscriptionIds.map(() => uuidv7());
  await tx.query(sql`
    with moved as (
      select n.move_id, s.id, s.organization_id, l.currency, m.is_known, coalesce(m.after_minor, 0) as before_minor,
        r.after_minor, case when r.after_minor > 0 then l.tariff_id else coalesce(m.tariff_id, l.tariff_id) end as tariff_id,
        coalesce(m.tariff_id, l.tariff_id) as before_tariff_id
      from unnest(${subscriptionIds}::uuid[], ${moveIds}::uuid[]) as n (id, move_id)
      join subscriptions s on s.id = n.id
      cross join lateral (
        select v.tariff_id, v.currency, monthly_minor(l.period_minor, v.period_unit, v.period_count) as minor
        from subscription_lines l join tariff_versions v on v.id = l.version_id
        where l.subscription_id = s.id and l.kind in ('period', 'change', 'resume') order by l.id desc limit 1
      ) l
      cross join lateral (
        select case when s.status in ('active', 'past_due', 'stopping') then l.minor else 0 end as after_minor
      ) r
      left join lateral (
        select true as is_known, m.after_minor, m.tariff_id from subscription_moves m
        where m.subscription_id = s.id order by m.id desc limit 1
      ) m on true
    )
    insert into subscription_moves (id, subscription_id, organization_id, service_id, tariff_id, before_tariff_id, currency,
      day, before_minor, after_minor, is_first)
    select m.move_id, m.id, m.organization_id, t.service_id, m.tariff_id, m.before_tariff_id, m.currency, ${moscowToday},
      m.before_minor, m.after_minor, m.is_known is null
    from moved m join tariffs t on t.id = m.tariff_id
    where m.before_minor <> m.after_minor or (m.after_minor > 0 and m.tariff_id <> m.before_tariff_id)`);
}
