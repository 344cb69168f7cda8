import type { Queries } from '../platform/db/database.ts';
import { sql } from '../platform/db/sql.ts';

export interface Facts {
  hasTariff: boolean;
  hasKey: boolean;
  /** By the database's clock. */
  now: number;
  /** Since a worker looked at the schedule; null where none ever did. */
  scheduleSeconds: number | null;
  /** How long the job has waited that should have begun first. */
  oldestJobSeconds: number;
  /** Letters and messages that used their attempts up. */
  failedLetters: number;
  /** In the last ten minutes the mailbox of answers could not be read. */
  inboxFails: boolean;
  /** Providers of payments that were paid in the last three days, and who notified of none. */
  silentProviders: string[];
  /** An administrator's address has no mailbox. */
  hasLocalAdmin: boolean;
}

export const letterKinds = [
  ...['account-news', 'email-change', 'admin-letter', 'invitation-letter', 'organization-letter', 'document-letter'],
  ...['request-letter', 'webhook-letter', 'accountant-question', 'accountant-month'],
];

/** Reads the mailbox of answers every minute. */
export const inboxKind = 'request-inbox';

/** By indexes: notifications are kept for three days, failed and waiting jobs are few. */
export async function readFacts(db: Queries, providers: string[]): Promise<Facts> {
  const [facts] = await db.query<Facts>(sql`
    select exists (select from tariffs where not is_closed) as "hasTariff",
      exists (select from api_keys where revoked_at is null and (expires_at is null or expires_at > now())) as "hasKey",
      extract(epoch from clock_timestamp())::float8 * 1000 as now,
      (select extract(epoch from now() - cron_on)::float8 from pgboss.version limit 1) as "scheduleSeconds",
      coalesce(extract(epoch from now() - least(
        (select min(start_after) from pgboss.job where state < 'active' and not blocked and start_after <= now()),
        (select min(next_at) from payment_polls where next_at <= now())))::float8, 0) as "oldestJobSeconds",
      (select count(*)::int from pgboss.job where state = 'failed' and name = any(${letterKinds})) as "failedLetters",
      exists (select from pgboss.job where state = 'failed' and name = ${inboxKind}
        and created_on > now() - interval '10 minutes') as "inboxFails",
      array(
        select p.provider from unnest(${providers}::text[]) p (provider)
        where exists (select from payments y where y.provider = p.provider and y.status = 'succeeded'
            and y.created_at > now() - interval '3 days')
          and not exists (select from provider_notifications n where n.provider = p.provider)
      ) as "silentProviders",
      exists (select from users where operator_role = 'admin' and status = 'active' and email like '%.local') as "hasLocalAdmin"`);
  return facts as Facts;
}
