import { closeOrganization } from '@kazna/contract/cabinet/organizations';
import { createCharge, createChargeBatch, refundCharge } from '@kazna/contract/v1/charges';
import { captureHold, createHold, releaseHold } from '@kazna/contract/v1/holds';
import { getOrganization } from '@kazna/contract/v1/organizations';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { callerWith, topUp } from '../../../tests/support/charges.ts';
import { newKey } from '../../../tests/support/keys.ts';
import { EventReader, eventsByLedger } from '../../../tests/support/ledger-events.ts';
import { openCompany, type SignedIn, signedInPerson } from '../../../tests/support/organizations.ts';
import { type HttpClient, listenForCalls } from '../../../tests/support/over-http.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { expireHolds } from './holds/expire-holds.ts';

/** Set to search longer or to reproduce a failure, whose report has the seed. */
const numRuns = Number(process.env.CHARGE_RUNS ?? 10);
const seed = Number(process.env.CHARGE_SEED ?? 0);

let apps: [TestApp, TestApp];
/** One a process. */
let clientsOfApps: [HttpClient, HttpClient];
let key: string;
let reader: EventReader;
beforeAll(async () => {
  const app = await startTestApp(inject('databaseUrl'), { env: { API_RATE_LIMIT: '1000000' } });
  apps = [app, await app.startSecondProcess()];
  clientsOfApps = [await listenForCalls(apps[0]), await listenForCalls(apps[1])];
  ({ key } = await newKey(app));
  reader = new EventReader(clientsOfApps[1], key);
});
afterAll(async () => {
  await apps[1].close();
  await apps[0].close();
});

const action = fc.record({
  what: fc.constantFrom(
    'charge',
    'charge',
    'batch',
    'hold',
    'hold',
    'capture',
    'release',
    'expire',
    'refund',
    'top up',
    'close',
  ),
  /** Which of the organizations, charges or holds. */
  which: fc.nat(20),
  amountMinor: fc.integer({ min: 1, max: 400 }),
  /** Few, so that clients repeat one another's. */
  key: fc.nat(12),
});
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;
const clients = fc.array(fc.array(action, { minLength: 6, maxLength: 14 }), { minLength: 3, maxLength: 3 });
const limits = fc.array(fc.constantFrom(0, 0, 300), { minLength: 3, maxLength: 3 });

class Round {
  private owner: SignedIn | undefined;
  readonly organizations: { id: string; name: string }[] = [];
  readonly charges: string[] = [];
  readonly holds: string[] = [];
  /** Bodies of the first successes by call and idempotency key. */
  readonly answers = new Map<string, string>();
  readonly id = crypto.randomUUID().slice(0, 8);
  toppedUp = 0;

  async set(creditLimits: number[]): Promise<void> {
    // One for each round: nobody may have more than 50 organizations.
    this.owner = await signedInPerson(apps[0]);
    for (const limit of creditLimits) {
      const { id, name } = await openCompany(apps[0], this.owner);
      await topUp(apps[0], id, 500);
      this.toppedUp += 500;
      const text =
        "update ledger_accounts set credit_limit_minor = $2 where organization_id = $1 and kind = 'organization'";
      await apps[0].db.queryText(text, [id, limit]);
      this.organizations.push({ id, name });
    }
  }

  /** A success repeated with its key must be the same answer; anything else must be a documented refusal. */
  private note(name: string, answer: { status: number; body: unknown }): void {
    expect([200, 201, 402, 404, 409, 422]).toContain(answer.status);
    if (answer.status >= 300) return;
    const text = JSON.stringify(answer.body);
    expect(this.answers.get(name) ?? text).toBe(text);
    this.answers.set(name, text);
  }

  async act(app: HttpClient, { what, which, amountMinor, key: number }: Action): Promise<void> {
    const call = callerWith(app, key);
    const { id: organizationId, name } = this.organizations[which % 3] as { id: string; name: string };
    const idempotencyKey = `${this.id}-${what.replace(' ', '-')}-${number}`;
    const form = { organizationId, amountMinor, currency: 'RUB' as const, description: 'Услуга' };
    const ofHold = { params: { holdId: this.holds[which % Math.max(1, this.holds.length)] ?? organizationId } };
    const ofCharge = { params: { chargeId: this.charges[which % Math.max(1, this.charges.length)] ?? organizationId } };
    if (what === 'charge') {
      const answer = await call(createCharge, { body: form }, idempotencyKey);
      this.note(idempotencyKey, answer);
      if (answer.status === 201) this.charges.push(answer.body.id);
    } else if (what === 'batch') {
      const items = [0, 1, 2].map((step) => ({ ...form, idempotencyKey: `${this.id}-charge-${(number + step) % 13}` }));
      const { status, body } = await call(createChargeBatch, { body: { charges: items } });
      expect(status).toBe(200);
      for (const [index, result] of body.results.entries()) {
        if (!('charge' in result)) continue;
        this.note(items[index]?.idempotencyKey as string, { status: 201, body: result.charge });
        this.charges.push(result.charge.id);
      }
    } else if (what === 'hold') {
      const answer = await call(createHold, { body: form }, idempotencyKey);
      this.note(idempotencyKey, answer);
      if (answer.status === 201) this.holds.push(answer.body.id);
    } else if (what === 'capture')
      this.note(idempotencyKey, await call(captureHold, { ...ofHold, body: { amountMinor } }, idempotencyKey));
    else if (what === 'release') this.note(idempotencyKey, await call(releaseHold, ofHold, idempotencyKey));
    else if (what === 'refund') {
      const body = { amountMinor, reason: 'Ошибка' };
      this.note(idempotencyKey, await call(refundCharge, { ...ofCharge, body }, idempotencyKey));
    } else if (what === 'expire') {
      const text =
        "update holds set expires_at = now() where organization_id = $1 and status = 'open' and amount_minor < $2";
      await app.db.queryText(text, [organizationId, amountMinor]);
      await expireHolds(app.db);
    } else if (what === 'top up') {
      const isDone = await topUp(app, organizationId, amountMinor).then(
        () => true,
        () => false,
      );
      if (isDone) this.toppedUp += amountMinor;
    } else
      await app.call(
        closeOrganization,
        { params: { organizationId }, body: { name } },
        { token: this.owner?.token ?? '' },
      );
    const { body } = await call(getOrganization, { params: { organizationId } });
    for (const { heldMinor, availableMinor } of body.balances)
      expect([heldMinor, availableMinor].every((amount) => amount >= 0)).toBe(true);
  }

  async verify(): Promise<void> {
    const ids = this.organizations.map(({ id }) => id);
    const { rows } = await apps[0].db.queryText(
      `select
        (select coalesce(sum(balance_minor), 0) from ledger_accounts where organization_id = any($1))::int as money,
        (select coalesce(sum(amount_minor - refunded_minor), 0) from charges where organization_id = any($1))::int as spent,
        (select coalesce(sum(balance_minor), 0) from ledger_accounts
          where organization_id = any($1) and kind = 'held')::int as held,
        (select coalesce(sum(amount_minor), 0) from holds where organization_id = any($1) and status = 'open')::int as open,
        (select count(*) from ledger_accounts where organization_id = any($1)
          and balance_minor < -credit_limit_minor)::int as overdrawn,
        (select count(*) from ledger_accounts a join organizations o on o.id = a.organization_id
          where o.id = any($1) and o.status = 'closed' and a.balance_minor > 0)::int as "closedWithMoney",
        (select count(*) from charges c where organization_id = any($1) and hold_id is null)::int as charges`,
      [ids],
    );
    const charged = [...this.answers.keys()].filter((name) => name.startsWith(`${this.id}-charge-`));
    expect(rows[0]).toEqual({
      money: this.toppedUp - (rows[0]?.spent as number),
      spent: rows[0]?.spent,
      held: rows[0]?.open,
      open: rows[0]?.open,
      overdrawn: 0,
      closedWithMoney: 0,
      charges: charged.length,
    });
    expect(await checkLedger(apps[0].db)).toEqual([]);
    await reader.readAll();
    for (const { id } of this.organizations) await verifyEvents(id);
  }
}

async function verifyEvents(organizationId: string): Promise<void> {
  const seen = reader.seen.filter((event) => event.organizationId === organizationId);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
  const names = seen.map(({ name }) => name);
  expect(names.filter((name) => !/^(organization|member)/.test(name))).toEqual(
    await eventsByLedger(apps[0].db, organizationId),
  );
  // Nothing happens to the money of a closed organization.
  const closed = names.findIndex((name) => name.startsWith('organization.closed'));
  expect([-1, names.length - 1]).toContain(closed);
}

test(
  'any calls of several clients at once keep limits, holds and books, each idempotency key works once, and each event is read once, in order of commit',
  async () => {
    const property = fc.asyncProperty(limits, clients, async (creditLimits, scripts) => {
      const round = new Round();
      await round.set(creditLimits);
      await Promise.all(
        scripts.map(async (script, index) => {
          for (const step of script) {
            await round.act(clientsOfApps[index % 2] as HttpClient, step);
            // Small pages between the calls of others: events of transactions under way must not be passed over.
            if (index === 0) await reader.readPage(5);
          }
        }),
      );
      await round.verify();
    });
    await fc.assert(property, { numRuns, ...(seed && { seed }) });
  },
  numRuns * 10_000,
);
