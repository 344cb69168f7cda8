import type { Queries } from '../../../platform/db/database.ts';
import { sql } from '../../../platform/db/sql.ts';

export interface DeliveryHealth {
  healthy: number;
  failing: number;
  disabled: number;
  oldestDueSeconds: number;
}

/** Of all endpoints; the oldest delivery of each comes from an index. */
export async function readDeliveryHealth(db: Queries): Promise<DeliveryHealth> {
  const [row] = await db.query<DeliveryHealth>(sql`
    select count(*) filter (where is_enabled and failing_since is null)::int as healthy,
      count(*) filter (where is_enabled and failing_since is not null)::int as failing,
      count(*) filter (where not is_enabled)::int as disabled,
      coalesce(extract(epoch from now() - min(due.at)), 0)::float8 as "oldestDueSeconds"
    from webhook_endpoints w left join lateral (
      select next_attempt_at as at from webhook_deliveries d
      where d.endpoint_id = w.id and d.status = 'pending' and d.next_attempt_at <= now()
      order by d.next_attempt_at limit 1) due on w.is_enabled`);
  return row as DeliveryHealth;
}
