import type { Queries, Transaction } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';
import { callCounts } from './provider.ts';

/** Adds what this process has counted since the last time to the sums of all. */
export async function storeCallCounts(db: Queries): Promise<void> {
  const counted = [...callCounts].map(([provider, counts]) => ({
    provider,
    ...counts,
    lastAnswerAt: counts.lastAnswerAt && new Date(counts.lastAnswerAt).toISOString(),
  }));
  if (counted.length === 0) return;
  callCounts.clear();
  await db.query(sql`
    insert into provider_calls as c (provider, started_at, answered, refused, unanswered, last_answer_at)
    select provider, date_bin('5 minutes', now(), timestamptz '2000-01-01'), answered, refused, unanswered, "lastAnswerAt"
    from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb)
      as n (provider text, answered int, refused int, unanswered int, "lastAnswerAt" timestamptz)
    order by provider
    on conflict (provider, started_at) do update set answered = c.answered + excluded.answered,
      refused = c.refused + excluded.refused, unanswered = c.unanswered + excluded.unanswered,
      last_answer_at = greatest(c.last_answer_at, excluded.last_answer_at)`);
}

const storeEveryMs = 5000;

/** Stores the counts of this process every few seconds, and once more when it stops. */
export function startCallCounts(db: Queries, onError: (error: unknown) => void): { stop: () => Promise<void> } {
  const store = () => storeCallCounts(db).catch(onError);
  const timer = setInterval(() => void store(), storeEveryMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await store();
    },
  };
}

interface PeriodHealth {
  /** Of payments that were made in the period and have an outcome. */
  paid: number;
  settled: number;
  calls: number;
  /** Without an answer. */
  unanswered: number;
}

export interface ProviderHealth {
  provider: string;
  lastAnswerAt: string | null;
  hour: PeriodHealth;
  day: PeriodHealth;
  /** Calls of the last ten minutes were made and none was answered. */
  isSilent: boolean;
}

const period = (since: string) => sql`json_build_object(
  'paid', (select count(*) from payments p where p.provider = n.name and p.status = 'succeeded'
    and p.created_at > now() - ${since}::interval),
  'settled', (select count(*) from payments p where p.provider = n.name and p.status <> 'pending'
    and p.created_at > now() - ${since}::interval),
  'calls', coalesce((select sum(c.answered + c.refused + c.unanswered) from provider_calls c
    where c.provider = n.name and c.started_at > now() - ${since}::interval), 0),
  'unanswered', coalesce((select sum(c.unanswered) from provider_calls c
    where c.provider = n.name and c.started_at > now() - ${since}::interval), 0))`;

export function selectHealth(db: Queries, names: string[]): Promise<ProviderHealth[]> {
  return db.query<ProviderHealth>(sql`
    select n.name as provider, ${period('1 hour')} as hour, ${period('1 day')} as day,
      (select max(c.last_answer_at) from provider_calls c where c.provider = n.name) as "lastAnswerAt",
      coalesce((select sum(c.unanswered) > 0 and sum(c.answered + c.refused) = 0 from provider_calls c
        where c.provider = n.name and c.started_at > now() - interval '10 minutes'), false) as "isSilent"
    from unnest(${names}::text[]) with ordinality n (name, place) order by n.place`);
}

export interface Silence {
  provider: string;
  /** Null where it has never answered, or not for a week. */
  lastAnswerAt: string | null;
}

/** A single call without an answer is no silence. Returns those that staff were not notified of yet. */
export function insertSilences(tx: Transaction, names: string[]): Promise<Silence[]> {
  return tx.query<Silence>(sql`
    insert into provider_silences (provider, last_answer_at)
    select n.name, (select max(c.last_answer_at) from provider_calls c where c.provider = n.name)
    from unnest(${names}::text[]) n (name)
    where (select sum(c.unanswered) >= 3 and sum(c.answered + c.refused) = 0 from provider_calls c
      where c.provider = n.name and c.started_at > now() - interval '10 minutes')
    order by n.name
    on conflict do nothing
    returning provider, last_answer_at as "lastAnswerAt"`);
}

export async function deleteEndedSilences(tx: Transaction): Promise<void> {
  await tx.query(sql`
    delete from provider_silences s where exists (
      select from provider_calls c where c.provider = s.provider and c.last_answer_at > s.noticed_at)`);
}

/** The admin area shows a day. */
export async function deleteOldCallCounts(db: Queries): Promise<void> {
  await db.query(sql`delete from provider_calls where started_at < now() - interval '7 days'
    and started_at < (select max(started_at) from provider_calls c where c.provider = provider_calls.provider)`);
}
