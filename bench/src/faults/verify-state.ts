import { checkLedger } from '../../../server/src/money/ledger/check-ledger.ts';
import { sql } from '../../../server/src/platform/db/sql.ts';
import { type Order, openPages } from './clients.ts';
import type { Site } from './environment.ts';
import type { ProviderObject } from './sandbox-control.ts';

export interface Figures {
  orders: number;
  acknowledged: number;
  /** Payments that the provider says were paid. */
  paid: number;
  /** Acknowledged and not in the database, or paid and not credited. */
  lost: number;
  /** Two payments at the provider, two credits, or two payments for one key. */
  doubled: number;
  /** Credited without being paid, or paid at the provider without being ours. */
  invented: number;
  /** Still pending after all the time there was, and orders that were never acknowledged. */
  unsettled: number;
  /** What does not add up: the ledger's own faults, the balance, the totals by day. */
  unbalanced: number;
  suspects: string[];
}

interface Ours {
  id: string;
  provider: string;
  status: string;
  credits: number;
  credited: number;
}

export async function verifyState(environment: Site, orders: Order[], otherAnswers: Order[]): Promise<Figures> {
  const ours = await selectOurs(environment);
  const theirs = await environment.sandbox.payments();
  const byOurId = Map.groupBy(theirs, ({ metadata }) => metadata.payment_id ?? '');
  const known = new Map(ours.map((payment) => [payment.id, payment]));
  const paid = theirs.filter(({ status }) => status === 'succeeded');
  const acknowledged = orders.filter(({ paymentId }) => paymentId);
  const isPaid = (id: string) => byOurId.get(id)?.some(({ status }) => status === 'succeeded') ?? false;

  const vanished = acknowledged.filter(({ paymentId }) => !known.has(paymentId as string));
  const uncredited = paid.filter((object) => known.get(ourId(object))?.credited !== minorOf(object));
  const chargedTwice = [...byOurId.values()].filter(isDouble);
  const strayed = theirs.filter(
    (object) => known.has(ourId(object)) && known.get(ourId(object))?.provider !== object.provider,
  );
  const creditedTwice = ours.filter(({ credits }) => credits > 1);
  const unpaidCredits = ours.filter(({ id, credits }) => credits > 0 && !isPaid(id));
  const strangers = theirs.filter((object) => !known.has(ourId(object)));
  const pending = ours.filter(({ status }) => status === 'pending');
  const unanswered = orders.filter(({ paymentId }) => !paymentId);
  const imbalances = await findImbalances(environment, paid);
  const suspects = new Set([
    ...[...uncredited, ...strangers, ...strayed, ...chargedTwice.flat()].map(ourId),
    ...[...creditedTwice, ...unpaidCredits, ...pending].map(({ id }) => id),
  ]);
  return {
    orders: orders.length,
    acknowledged: acknowledged.length,
    paid: paid.length,
    lost: vanished.length + uncredited.length,
    doubled:
      chargedTwice.length +
      creditedTwice.length +
      strayed.length +
      (ours.length - (await countKeys(environment))) +
      otherAnswers.length,
    invented: unpaidCredits.length + strangers.length,
    unsettled: pending.length + unanswered.length,
    unbalanced: imbalances.length,
    suspects: [
      ...describeEach('vanished order', vanished),
      ...describeEach('order without an answer', unanswered),
      ...describeEach('order whose repetition got another answer', otherAnswers),
      ...describeEach('imbalance', imbalances),
      ...(await Promise.all(
        [...suspects].map(async (id) => `${await tell(environment, id)}; theirs: ${JSON.stringify(byOurId.get(id))}`),
      )),
    ],
  };
}

async function tell({ db }: Site, id: string): Promise<string> {
  const events = await db.query(sql`
    select kind, status, source, reason, created_at as at from payment_events where payment_id = ${id} order by id`);
  return `payment ${id}: ${JSON.stringify(events)}`;
}

export function describeEach(what: string, items: unknown[]): string[] {
  return items.map((item) => `${what}: ${JSON.stringify(item)}`);
}

export function isClean({ lost, doubled, invented, unsettled, unbalanced }: Figures): boolean {
  return lost + doubled + invented + unsettled + unbalanced === 0;
}

export async function countUnsettled(environment: Site): Promise<number> {
  const [row] = await environment.db.query<{ count: number }>(sql`
    select (select count(*) from payments where status = 'pending')::int
      + (select count(*) from refunds where status = 'pending')::int as count`);
  return (row?.count ?? 0) + (await openPages(environment)).length;
}

function ourId({ metadata }: ProviderObject): string {
  return metadata.payment_id ?? '';
}

/** T-Bank opens another page where the answer with the first was lost, which nobody can pay on. */
function isDouble(objects: ProviderObject[]): boolean {
  const isUnseen = ({ status }: ProviderObject) => status === 'pending' || status === 'canceled';
  const live = objects.filter((one) => one.provider === 'yookassa' || !isUnseen(one));
  return live.length > 1;
}

function minorOf({ amount }: { amount: { value: string } }): number {
  return Math.round(Number(amount.value) * 100);
}

function selectOurs({ db }: Site): Promise<Ours[]> {
  return db.query<Ours>(sql`
    select p.id, p.provider, p.status, count(t.id)::int as credits, coalesce(sum(t.amount_minor), 0)::float8 as credited
    from payments p left join ledger_transfers t on t.source_id = p.id and t.kind = 'top_up' group by p.id`);
}

async function countKeys({ db }: Site): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from idempotency_keys where scope like 'payments:%'`);
  return row?.count ?? 0;
}

async function findImbalances(environment: Site, paid: ProviderObject[]): Promise<unknown[]> {
  const faults = await checkLedger(environment.db);
  const returned = (await environment.sandbox.refunds()).filter(({ status }) => status === 'succeeded');
  const sum = (objects: { amount: { value: string } }[]) =>
    objects.reduce((total, object) => total + minorOf(object), 0);
  const [row] = await environment.db.query<{ balance: number; miscounted: number }>(sql`
    select coalesce((select sum(balance_minor) from ledger_accounts
        where kind = 'organization' and organization_id = ${environment.payer.organizationId}), 0)::float8 as balance,
      (select count(*) from
        (select status, count(*)::int as count, sum(amount_minor) as amount from payments group by status) p
        full join
        (select status, sum(count)::int as count, sum(amount_minor) as amount from payment_daily_totals
          group by status having sum(count) > 0) t using (status)
        where p.count is distinct from t.count or p.amount is distinct from t.amount)::int as miscounted`);
  const expected = sum(paid) - sum(returned);
  return [
    ...faults,
    ...(row?.balance === expected ? [] : [{ balance: row?.balance, expected }]),
    ...Array.from({ length: row?.miscounted ?? 1 }, () => 'a status whose daily totals differ from its payments'),
  ];
}
