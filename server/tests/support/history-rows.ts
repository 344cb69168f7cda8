import type { TariffTerms } from '@kazna/contract/shared/tariffs';
import { jobActors } from '../../src/audit/actions-store.ts';
import { refundCharge } from '../../src/money/charges/refund-charge.ts';
import { postTransfer } from '../../src/money/ledger/post-transfer.ts';
import { readAvailable } from '../../src/money/ledger/resume-watch-store.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { sql } from '../../src/platform/db/sql.ts';
import { uuidv7 } from '../../src/platform/db/uuid.ts';
import { Problem } from '../../src/platform/http/problem.ts';
import { insertVersion } from '../../src/services/catalogue/catalogue-store.ts';
import type { ModelTariff } from './agreed-terms.ts';
import { fundedOrganization } from './charges.ts';
import type { Line } from './discount-model.ts';
import { monthly, plantTariff } from './services.ts';
import { addDays, type Day } from './subscription-calendar.ts';

/** Oldest first. */
export function selectHistory(db: Database, subscriptionId: string): Promise<Line[]> {
  return db.query<Line>(sql`
    select kind, from_day::text as "from", to_day::text as "to", version_id as "versionId", quantity,
      period_minor::float8 as "periodMinor", period_days as "periodDays", amount_minor::float8 as "amountMinor",
      charge_id as "chargeId", discount_id as "discountId"
    from subscription_lines where subscription_id = ${subscriptionId} order by id`);
}

export async function insertPerson(db: Database): Promise<string> {
  const id = uuidv7();
  await db.queryText(
    `insert into users (id, email, name, password_hash, referral_code, email_verified_at)
     values ($1, $2, 'Мария', 'none', $3, now())`,
    [id, `${id}@example.ru`, id.slice(-8)],
  );
  return id;
}

export async function insertOwnedOrganization(db: Database, ownerId: string, fundsMinor: number): Promise<string> {
  const id = await fundedOrganization({ db }, fundsMinor);
  const member = "insert into memberships (organization_id, user_id, role) values ($1, $2, 'owner')";
  await db.queryText(member, [id, ownerId]);
  return id;
}

/** Tariffs of one service. */
export async function plantModelTariffs(db: Database, tariffs: Partial<TariffTerms>[]): Promise<ModelTariff[]> {
  const planted: ModelTariff[] = [];
  let serviceId: string | undefined;
  for (const changes of tariffs) {
    const terms = { ...monthly, ...changes };
    const tariff = await plantTariff(db, terms, serviceId);
    serviceId = tariff.serviceId;
    const version = { id: tariff.versionId, number: 1, terms, createdOn: '2020-01-01', runningFrom: null };
    planted.push({ id: tariff.id, versions: [version] });
  }
  return planted;
}

/** A limit without a promise that runs, and services that go on although one was not kept and its debt not paid. */
export async function selectPromiseFaults(db: Database, organizationIds: string[]): Promise<string[]> {
  const rows = await db.query<{ what: string }>(sql`
    select concat_ws(' ', a.organization_id, a.credit_limit_minor, a.balance_minor, a.overdue_minor) as what
    from ledger_accounts a
    where a.organization_id = any(${organizationIds}::uuid[]) and a.kind = 'organization'
      and not exists (select from promised_payments p where p.organization_id = a.organization_id and p.status = 'active')
      and (a.credit_limit_minor <> 0 or a.promised_minor <> 0 or -a.balance_minor > a.overdue_minor
        or a.balance_minor < 0 and exists (select from subscriptions s join tariff_versions v on v.id = s.version_id
          where s.organization_id = a.organization_id and s.status = 'active' and s.covering_line_id is not null
            and exists (select from subscription_lines l where l.id = s.covering_line_id and l.amount_minor > 0)))`);
  return rows.map(({ what }) => what);
}

/** Less what was refunded. */
export async function sumCharges(db: Database, organizationIds: string[]): Promise<number> {
  const [row] = await db.query<{ sum: number }>(sql`
    select coalesce(sum(amount_minor - refunded_minor), 0)::float8 as sum from charges
    where organization_id = any(${organizationIds}::uuid[])`);
  return row?.sum ?? 0;
}

export async function countEnded(db: Database, organizationIds: string[]): Promise<number> {
  const rows = await db.query<{ ended: number }>(sql`
    select count(*)::int as ended from subscriptions
    where organization_id = any(${organizationIds}::uuid[]) and status = 'ended'`);
  return rows[0]?.ended ?? 0;
}

/** The day after the last one of a promise that was not kept, whether or not it was paid since. */
export async function findBrokenPromise(db: Database, organizationId: string): Promise<string | null> {
  const [row] = await db.query<{ on: string }>(sql`
    select ((details ->> 'until')::date + 1)::text as on from audit_log
    where organization_id = ${organizationId} and action = 'promised_payment.unpaid' order by 1 desc limit 1`);
  return row?.on ?? null;
}

/** As far as something of it is left. */
export async function refundLastCharge(db: Database, subscriptionId: string, amount: number) {
  const [charge] = await db.query<{ id: string; left: number }>(sql`
    select c.id, (c.amount_minor - c.refunded_minor)::int as left from subscription_lines l
    join charges c on c.id = l.charge_id where l.subscription_id = ${subscriptionId} order by l.id desc limit 1`);
  if (!charge || charge.left === 0) return null;
  const { id, left } = charge;
  const amountMinor = Math.min(left, amount);
  const call = { actorId: jobActors.subscriptions, key: uuidv7() };
  await db.transaction((tx) => refundCharge(tx, call, id, { amountMinor, reason: 'Сбой' }));
  return { id, amountMinor };
}

export const newestOf = ({ versions }: ModelTariff) => versions.at(-1) as ModelTariff['versions'][0];

/** For new subscriptions from today on, and for running ones later, also before an earlier version or too soon. */
export async function announcePrice(
  db: Database,
  tariff: ModelTariff,
  amount: number,
  { today, inDays }: { today: Day; inDays: number },
): Promise<void> {
  const { number, terms: old } = newestOf(tariff);
  const terms = { ...old, priceMinor: amount };
  const days = {
    createdOn: today,
    runningFrom: amount % 7 === 0 ? null : addDays(today, inDays),
  };
  const version = { id: uuidv7(), number: number + 1, terms, ...days };
  const stored = { ...version, tariffId: tariff.id, from: today, createdBy: jobActors.subscriptions };
  await db.transaction((tx) => insertVersion(tx, stored));
  tariff.versions.push(version);
}

/** Takes all but so much from the balance, whatever it was for. */
export async function leave(db: Database, organizationId: string, leftMinor: number): Promise<void> {
  const amountMinor = (await readAvailable(db, organizationId, 'RUB')) - leftMinor;
  if (amountMinor <= 0) return;
  const posting = { kind: 'adjustment', from: { organizationId }, to: 'corrections', currency: 'RUB' } as const;
  await db.transaction((tx) => postTransfer(tx, { ...posting, key: uuidv7(), amountMinor }));
}

/** What is refused changes nothing, which the checks find. */
export function ignoreProblem(error: unknown): void {
  if (!(error instanceof Problem)) throw error;
}
