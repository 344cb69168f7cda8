import type { Queries, Transaction } from '../../platform/db/database.ts';
import { moscowDay, moscowToday, startOfDay } from '../../platform/db/moscow-day.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { entriesSince, rollUpEntries } from './entry-totals-store.ts';
import type { Pots, TransferKind } from './posting.ts';
import { potSums } from './reads.ts';
import { spendingKinds } from './rules.ts';
import { rollUpServices } from './service-totals-store.ts';
import { takenByEntry } from './transfers-store.ts';

interface Fault {
  what: string;
}

export const everything = '-infinity';

const timeOf = (day: string) => startOfDay(sql`${day}::date`);

const movesSince = (day: string) => sql`
  transfer as materialized (select * from ledger_transfers where created_at >= ${timeOf(day)}
  ), move as (
    select t.id, side.account_id, ${moscowDay(sql`t.created_at`)} as day, side.credited, side.debited,
      case when t.kind = any(${spendingKinds}::text[]) then side.debited else 0 end as charged
    from transfer t cross join lateral (values
      (t.credit_account_id, t.amount_minor, 0), (t.debit_account_id, 0, t.amount_minor)
    ) side (account_id, credited, debited)
  )`;

/** Of the transfers above, by account: what their entries did to the pots. */
const potMoves = sql`
  pot_move as (
    select e.account_id, ${potSums} from transfer t join ledger_entries e on e.transfer_id = t.id group by 1
  )`;

/** The pots of `a` and what was repaid out of them, as they are kept. */
const keptPots = sql`array[a.card_minor, a.bank_minor, a.staff_minor, a.bonus_minor, a.repaid_card_minor,
  a.repaid_bank_minor, a.repaid_staff_minor, a.repaid_bonus_minor]`;

/**
 * What does not agree with the transfers since the day: balances (with the sums of the checkpoint for what came before),
 * sums by day, entries and the balances they leave; and currencies that do not add up to zero.
 */
export async function selectFaults(db: Queries, since: string): Promise<string[]> {
  const faults = await db.query<Fault>(sql`
    with ${movesSince(since)}, ${potMoves}, base as (
      select * from ledger_checkpoint_sums where ${since}::date > '-infinity'
    ), sums as (
      select a.id, a.kind, a.organization_id, a.currency, a.balance_minor, ${keptPots} as kept_pots,
        coalesce(b.balance_minor, 0) + coalesce(m.amount, 0) as amount, array[
          coalesce(b.card_minor, 0) + coalesce(p.card, 0), coalesce(b.bank_minor, 0) + coalesce(p.bank, 0),
          coalesce(b.staff_minor, 0) + coalesce(p.staff, 0), coalesce(b.bonus_minor, 0) + coalesce(p.bonus, 0),
          coalesce(b.repaid_card_minor, 0) + coalesce(p.repaid_card, 0),
          coalesce(b.repaid_bank_minor, 0) + coalesce(p.repaid_bank, 0),
          coalesce(b.repaid_staff_minor, 0) + coalesce(p.repaid_staff, 0),
          coalesce(b.repaid_bonus_minor, 0) + coalesce(p.repaid_bonus, 0)] as pots
      from ledger_accounts a
      left join base b on b.account_id = a.id
      left join (select account_id, sum(credited - debited) as amount from move group by 1) m on m.account_id = a.id
      left join pot_move p on p.account_id = a.id
    )
    select 'account ' || id || ' holds ' || balance_minor || ', its transfers make ' || amount as what
    from sums where organization_id is not null and balance_minor <> amount
    union all
    select 'account ' || id || ' has pots ' || kept_pots::text || ', its entries make ' || pots::text
    from sums where kind = 'organization' and kept_pots <> pots
    union all
    select 'currency ' || currency || ' adds up to ' || sum(case when organization_id is null then amount else balance_minor end)
    from sums group by currency having sum(case when organization_id is null then amount else balance_minor end) <> 0
    union all
    select 'transfer ' || t.id || ' joins two currencies'
    from transfer t
    join ledger_accounts d on d.id = t.debit_account_id
    join ledger_accounts c on c.id = t.credit_account_id
    where d.currency <> c.currency
    union all ${faultsOfDays(since)}
    union all ${faultsOfEntries}
    union all ${since === everything ? faultsOfRunningBalances : faultsOfRecentRunningBalances(since)}
    limit 100`);
  return faults.map(({ what }) => what);
}

/** Of system accounts, only the days before the checkpoint have sums. */
const faultsOfDays = (since: string): Sql => sql`
  select 'daily totals of account ' || account_id || ' on ' || day || ' make +' || coalesce(t.credited_minor, 0)
    || ' -' || coalesce(t.debited_minor, 0) || ', its transfers +' || coalesce(d.credited, 0)
    || ' -' || coalesce(d.debited, 0)
  from (
    select account_id, day, sum(credited) as credited, sum(debited) as debited, sum(charged) as charged
    from move group by 1, 2
  ) d
  full join (select * from ledger_daily_totals where day >= ${since}::date) t using (account_id, day)
  join ledger_accounts a on a.id = account_id
  where (a.organization_id is not null or day < (select through_day from ledger_checkpoint))
    and (coalesce(d.credited, 0), coalesce(d.debited, 0), coalesce(d.charged, 0))
      <> (coalesce(t.credited_minor, 0), coalesce(t.debited_minor, 0), coalesce(t.charged_minor, 0))`;

const faultsOfEntries = sql`
  select 'transfer ' || coalesce(m.id, e.transfer_id) || ' moved ' || coalesce(m.amount, 0) || ' in account '
    || coalesce(m.account_id, e.account_id) || ', its entry says ' || coalesce(e.amount_minor, 0)
  from (
    select m.id, m.account_id, m.credited - m.debited as amount
    from move m join ledger_accounts a on a.id = m.account_id and a.kind = 'organization'
  ) m
  full join (select e.* from transfer t join ledger_entries e on e.transfer_id = t.id) e
    on e.transfer_id = m.id and e.account_id = m.account_id
  where m.amount is distinct from e.amount_minor`;

const faultsOfRunningBalances = sql`
  select 'entry of transfer ' || transfer_id || ' in account ' || account_id || ' leaves ' || balance_after_minor
    || ', the entries up to it make ' || amount
  from (
    select e.*, sum(e.amount_minor) over (partition by e.account_id order by e.seq) as amount from ledger_entries e
  ) e
  where balance_after_minor <> amount`;

/**
 * From the last entry before the day on. Entries are taken by their own time, which never goes back in an account. The
 * entry before is found by currency, of which an organization has one account: by account the planner expects so few rows
 * that it reads and sorts all entries of the organization.
 */
const faultsOfRecentRunningBalances = (since: string): Sql => sql`
  select 'entry of transfer ' || transfer_id || ' in account ' || account_id || ' leaves ' || balance_after_minor
    || ', the entry before it and its amount make ' || before + amount_minor
  from (
    select e.*, coalesce(lag(e.balance_after_minor) over (partition by e.account_id order by e.seq), (
        select p.balance_after_minor from ledger_entries p
        where p.organization_id = e.organization_id and p.currency = e.currency
          and (p.created_at, p.seq) < (e.created_at, e.seq)
        order by p.created_at desc, p.seq desc limit 1), 0) as before
    from (
      select distinct a.organization_id from move m join ledger_accounts a on a.id = m.account_id and a.kind = 'organization'
    ) o
    cross join lateral (${entriesSince(sql`o.organization_id`, timeOf(since))}) e
  ) e
  where balance_after_minor <> before + amount_minor`;

export interface CheckedEntry extends Pots {
  transferId: string;
  accountId: string;
  kind: TransferKind;
  amountMinor: number;
  /** What the entry does to each pot and to what was repaid out of it, as it is stored. */
  stored: (number | null)[];
  /** Of the transfer that this one undoes, with the parts it took; what other transfers gave back of it before this one. */
  isUndoing: boolean;
  credit: number;
  givenBackMinor: number;
}

/** Every entry, account by account in the order of entries. Ends with the transaction. */
export async function* readEntriesToCheck(tx: Transaction): AsyncGenerator<CheckedEntry> {
  await tx.query(sql`
    declare checked_entries cursor for
    select e.transfer_id as "transferId", e.account_id as "accountId", e.kind, e.amount_minor::float8 as "amountMinor",
      array[e.card_minor, e.bank_minor, e.staff_minor, e.bonus_minor, e.repaid_card_minor, e.repaid_bank_minor,
        e.repaid_staff_minor, e.repaid_bonus_minor]::float8[] as stored,
      d.transfer_id is not null as "isUndoing", ${takenByEntry(sql`d`)},
      case when t.undoes_id is null then 0 else coalesce(sum(e.amount_minor) over (
        partition by t.undoes_id order by e.seq rows between unbounded preceding and 1 preceding), 0) end::float8
        as "givenBackMinor"
    from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
    left join ledger_entries d on d.transfer_id = t.undoes_id and d.organization_id = e.organization_id
      and e.amount_minor > 0
    order by e.account_id, e.seq`);
  for (;;) {
    const entries = await tx.query<CheckedEntry>(sql`fetch forward 5000 from checked_entries`);
    if (entries.length === 0) break;
    yield* entries;
  }
  await tx.query(sql`close checked_entries`);
}

/** Sums of the checkpoint that the transfers before its day do not make. */
export async function selectCheckpointFaults(db: Queries): Promise<string[]> {
  const faults = await db.query<Fault>(sql`
    with ${movesSince(everything)}, sums as (
      select account_id, sum(credited - debited) as amount
      from move where day < (select through_day from ledger_checkpoint) group by 1
    )
    select 'checkpoint of account ' || account_id || ' says ' || coalesce(c.balance_minor, 0) || ', its transfers make '
      || coalesce(s.amount, 0) as what
    from sums s full join ledger_checkpoint_sums c using (account_id)
    where coalesce(s.amount, 0) <> coalesce(c.balance_minor, 0) limit 100`);
  return faults.map(({ what }) => what);
}

export interface Checkpoint {
  day: string;
  /** A clock that was ahead has left it in the future. */
  isAhead: boolean;
}

/** The first day that is not checked yet, locked until the transaction ends. */
export async function lockCheckpoint(tx: Transaction): Promise<Checkpoint> {
  const [row] = await tx.query<Checkpoint>(sql`
    select through_day::text as day, through_day > ${moscowToday} as "isAhead"
    from ledger_checkpoint for update`);
  return row as Checkpoint;
}

/**
 * The day up to which no transfer can come any more. A transfer has the time at which its transaction began, so days
 * that an open transaction began in are left for the next night. The time is the business's own unless it is given.
 */
export async function getLastClosedDay(db: Queries, now: Date | null = null): Promise<string> {
  const [row] = await db.query<{ day: string }>(sql`
    select ${moscowDay(sql`least(coalesce(${now}::timestamptz, business_now()) - interval '1 hour', min(xact_start) + (business_now() - now()))`)}::text as day
    from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`);
  return (row as { day: string }).day;
}

/** Starts over: the next check reads all transfers. */
export async function resetCheckpoint(tx: Transaction): Promise<void> {
  await tx.query(sql`delete from ledger_checkpoint_sums`);
  await tx.query(sql`update ledger_checkpoint set through_day = '-infinity'`);
}

/** Takes the days from `since` up to `through` into the checkpoint, the system accounts' sums by day and the entries' ones. */
export async function moveCheckpoint(tx: Transaction, since: string, through: string): Promise<void> {
  await tx.query(sql`
    with ${movesSince(since)}
    insert into ledger_daily_totals (account_id, day, credited_minor, debited_minor, charged_minor)
    select m.account_id, m.day, sum(m.credited), sum(m.debited), sum(m.charged)
    from move m join ledger_accounts a on a.id = m.account_id and a.organization_id is null
    where m.day < ${through}::date group by 1, 2
    on conflict (account_id, day) do update set credited_minor = excluded.credited_minor,
      debited_minor = excluded.debited_minor, charged_minor = excluded.charged_minor`);
  await tx.query(sql`
    with ${movesSince(since)}
    insert into ledger_checkpoint_sums as s (account_id, balance_minor)
    select account_id, sum(credited - debited) from move where day < ${through}::date group by 1
    on conflict (account_id) do update set balance_minor = s.balance_minor + excluded.balance_minor`);
  await tx.query(sql`
    update ledger_checkpoint_sums s set card_minor = s.card_minor + p.card, bank_minor = s.bank_minor + p.bank,
      staff_minor = s.staff_minor + p.staff, bonus_minor = s.bonus_minor + p.bonus,
      repaid_card_minor = s.repaid_card_minor + p.repaid_card, repaid_bank_minor = s.repaid_bank_minor + p.repaid_bank,
      repaid_staff_minor = s.repaid_staff_minor + p.repaid_staff,
      repaid_bonus_minor = s.repaid_bonus_minor + p.repaid_bonus
    from (
      select e.account_id, ${potSums} from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
      where t.created_at >= ${timeOf(since)} and t.created_at < ${timeOf(through)} group by 1
    ) p
    where s.account_id = p.account_id`);
  await rollUpEntries(tx, through);
  await rollUpServices(tx, through);
  await tx.query(sql`
    update ledger_checkpoint set through_day = ${through}::date, entries_through_day = ${through}::date,
      services_through_day = ${through}::date, checked_at = now()`);
}

/** When the books were last found to balance, in seconds since 1970; 0 if never. */
export async function readLastCheck(db: Queries): Promise<number> {
  const [row] = await db.query<{ seconds: number }>(sql`
    select coalesce(extract(epoch from checked_at), 0)::float8 as seconds from ledger_checkpoint`);
  return row?.seconds ?? 0;
}
