import { randomUUID } from 'node:crypto';
import { getClosing } from '@kazna/contract/cabinet/account-closure';
import { listEntries } from '@kazna/contract/cabinet/balance';
import { closeOrganization } from '@kazna/contract/cabinet/organizations';
import { createCharge, getCharge, refundCharge } from '@kazna/contract/v1/charges';
import * as contract from '@kazna/contract/v1/holds';
import { beforeAll, describe, expect, test } from 'vitest';
import { appForThisFile } from '../../../../tests/support/app-for-file.ts';
import { amountsOf, callerWith, fundedOrganization, topUp } from '../../../../tests/support/charges.ts';
import { newKey } from '../../../../tests/support/keys.ts';
import { openCompany, signedInPerson, untilDoneOrBlocked } from '../../../../tests/support/organizations.ts';
import { jobActors } from '../../../audit/actions-store.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { checkLedger } from '../../ledger/check-ledger.ts';
import { endPromised, raisePromised } from '../../ledger/promised-limit-store.ts';
import { expireHolds } from './expire-holds.ts';
import { captureHold, createHold, releaseHold } from './holds.ts';
import { lockOverdue } from './holds-store.ts';

const app = appForThisFile();
let key: string;
let call: ReturnType<typeof callerWith>;
beforeAll(async () => {
  ({ key } = await newKey(app));
  call = callerWith(app, key);
});

const hold = (organizationId: string, amountMinor: number, more: object = {}, idempotencyKey?: string) =>
  call(
    contract.createHold,
    { body: { organizationId, amountMinor, currency: 'RUB', description: 'Сервер на сутки', ...more } },
    idempotencyKey,
  );
const capture = (holdId: string, body: { amountMinor?: number } = {}, idempotencyKey?: string) =>
  call(contract.captureHold, { params: { holdId }, body }, idempotencyKey);
const release = (holdId: string, idempotencyKey?: string) =>
  call(contract.releaseHold, { params: { holdId } }, idempotencyKey);
const amounts = (organizationId: string) => amountsOf(app, key, organizationId);
const makeOverdue = (id: string) =>
  app.db.queryText("update holds set expires_at = now() - interval '1 second' where organization_id = $1", [id]);
const read = async (holdId: string) => (await call(contract.getHold, { params: { holdId } })).body;

describe('a hold', () => {
  test('a hold sets money aside; a part is captured as a charge and the rest goes back to the balance', async () => {
    const id = await fundedOrganization(app, 1000);
    const { status, body } = await hold(id, 600);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      organizationId: id,
      amountMinor: 600,
      capturedMinor: 0,
      status: 'open',
      chargeId: null,
    });
    expect(await amounts(id)).toEqual({ balance: 400, held: 600, available: 400 });
    const captured = (await capture(body.id, { amountMinor: 250 })).body;
    expect(captured).toMatchObject({ status: 'captured', capturedMinor: 250, chargeId: expect.any(String) });
    expect(await amounts(id)).toEqual({ balance: 750, held: 0, available: 750 });
    const chargeId = captured.chargeId as string;
    expect((await call(getCharge, { params: { chargeId } })).body).toMatchObject({ amountMinor: 250, holdId: body.id });
    await call(refundCharge, { params: { chargeId }, body: { reason: 'Ошибка' } });
    expect(await amounts(id)).toMatchObject({ balance: 1000 });
  });

  test('a hold is captured in whole without an amount, and never beyond itself', async () => {
    const id = await fundedOrganization(app, 1000);
    const { body } = await hold(id, 600);
    expect(await capture(body.id, { amountMinor: 601 })).toMatchObject({
      status: 409,
      body: { code: 'capture_exceeds_hold' },
    });
    expect((await capture(body.id)).body).toMatchObject({ capturedMinor: 600 });
    expect(await amounts(id)).toEqual({ balance: 400, held: 0, available: 400 });
  });

  test('more than the balance is not set aside', async () => {
    const id = await fundedOrganization(app, 100);
    expect(await hold(id, 150)).toMatchObject({ status: 402, body: { code: 'insufficient_funds', missingMinor: 50 } });
  });

  test('a released hold gives all back and ends', async () => {
    const id = await fundedOrganization(app, 1000);
    const { body } = await hold(id, 600);
    expect((await release(body.id)).body).toMatchObject({ status: 'released', capturedMinor: 0 });
    expect(await amounts(id)).toEqual({ balance: 1000, held: 0, available: 1000 });
    for (const again of [await release(body.id), await capture(body.id)])
      expect(again).toMatchObject({ status: 409, body: { code: 'hold_not_open' } });
  });

  test('repeated calls with their idempotency keys get the first answers and happen once', async () => {
    const id = await fundedOrganization(app, 1000);
    const [first, second] = [randomUUID(), randomUUID()];
    const created = await hold(id, 600, {}, first);
    const captured = await capture(created.body.id, { amountMinor: 100 }, second);
    expect(await hold(id, 600, {}, first)).toEqual(created);
    expect(await capture(created.body.id, { amountMinor: 100 }, second)).toEqual(captured);
    expect(await capture(created.body.id, { amountMinor: 101 }, second)).toMatchObject({ status: 422 });
    expect(await amounts(id)).toEqual({ balance: 900, held: 0, available: 900 });
  });

  test('of concurrent captures and releases one ends the hold', async () => {
    const id = await fundedOrganization(app, 1000);
    const { body } = await hold(id, 600);
    const answers = await Promise.all([capture(body.id), release(body.id), capture(body.id), release(body.id)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await amounts(id)).toMatchObject({ held: 0 });
  });

  test('nothing new is set aside for a suspended organization, but its holds are captured', async () => {
    const id = await fundedOrganization(app, 1000);
    const { body } = await hold(id, 600);
    await app.db.queryText("update organizations set status = 'suspended' where id = $1", [id]);
    expect(await hold(id, 1)).toMatchObject({ status: 409, body: { code: 'organization_suspended' } });
    expect((await capture(body.id)).status).toBe(200);
  });

  test('what was set aside is captured although a promise that was not kept left a debt beyond the limit', async () => {
    const id = await fundedOrganization(app, 1000);
    const balance = { organizationId: id, currency: 'RUB' as const };
    const [first, second] = [await hold(id, 600), await hold(id, 400)];
    await app.db.transaction((tx) => raisePromised(tx, balance, 500));
    const body = { organizationId: id, amountMinor: 500, currency: 'RUB' as const, description: 'Связь' };
    expect((await call(createCharge, { body })).status).toBe(201);
    await app.db.transaction((tx) => endPromised(tx, balance));
    expect(await capture(first.body.id)).toMatchObject({ status: 200, body: { capturedMinor: 600 } });
    expect(await amounts(id)).toMatchObject({ balance: -500, held: 400 });
    expect(await capture(second.body.id, { amountMinor: 300 })).toMatchObject({ status: 200 });
    expect(await amounts(id)).toMatchObject({ balance: -400, held: 0 });
    // What came back pays the debt, and is no credit.
    expect((await call(createCharge, { body: { ...body, amountMinor: 1 } })).status).toBe(402);
  });

  test.each(['2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z'])('a hold until %s answers 400', async (expiresAt) => {
    const id = await fundedOrganization(app, 1000);
    expect(await hold(id, 1, { expiresAt })).toMatchObject({ status: 400, body: { errors: [{ path: 'expiresAt' }] } });
  });

  test('a hold lasts for ninety days at most', async () => {
    const id = await fundedOrganization(app, 1000);
    const until = (ms: number) => ({ expiresAt: new Date(Date.now() + 90 * 24 * 60 * 60 * 1000 + ms).toISOString() });
    expect((await hold(id, 100, until(-60_000))).status).toBe(201);
    expect((await hold(id, 100, until(60_000))).status).toBe(400);
  });
});

describe('expiry', () => {
  test('overdue holds of many organizations expire once, whichever of two workers comes first', async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, () => fundedOrganization(app, 1000)));
    const made = await Promise.all(ids.flatMap((id) => [hold(id, 100), hold(id, 200)]));
    const younger = await hold(ids[0] as string, 50);
    for (const { body } of made)
      await app.db.queryText("update holds set expires_at = now() - interval '1 second' where id = $1", [body.id]);
    await Promise.all([expireHolds(app.db), expireHolds(app.db)]);
    for (const { body } of made) expect(await read(body.id)).toMatchObject({ status: 'expired', capturedMinor: 0 });
    expect(await read(younger.body.id)).toMatchObject({ status: 'open' });
    expect(await amounts(ids[0] as string)).toEqual({ balance: 950, held: 50, available: 950 });
    expect(await amounts(ids[1] as string)).toEqual({ balance: 1000, held: 0, available: 1000 });
  });

  test('an overdue hold is neither captured nor released by hand, even before the job comes by', async () => {
    const id = await fundedOrganization(app, 1000);
    const { body } = await hold(id, 600);
    await makeOverdue(id);
    for (const answer of [await capture(body.id), await release(body.id)])
      expect(answer).toMatchObject({ status: 409, body: { code: 'hold_not_open' } });
    await expireHolds(app.db);
    expect(await amounts(id)).toMatchObject({ balance: 1000, held: 0 });
  });

  test('overdue holds of one organization expire all at once, also where they are more than a batch', async () => {
    const id = await fundedOrganization(app, 1000);
    for (let made = 0; made < 5; made += 1) await hold(id, 100);
    await makeOverdue(id);
    await expireHolds(app.db, 2);
    expect(await amounts(id)).toEqual({ balance: 1000, held: 0, available: 1000 });
  });

  test('an organization whose overdue holds fill a batch and cannot expire keeps no other from it', async () => {
    const [stuck, free] = [await fundedOrganization(app, 100), await fundedOrganization(app, 100)];
    for (const id of [stuck, stuck, free]) await hold(id, 50);
    await makeOverdue(stuck);
    await app.db.queryText('update holds set expires_at = now() where organization_id = $1', [free]);
    const rule = "alter table ledger_entries add constraint stuck check (organization_id <> '%') not valid";
    await app.db.queryText(rule.replace('%', stuck));
    await expect(expireHolds(app.db, 2)).rejects.toThrow('stuck');
    await app.db.queryText('alter table ledger_entries drop constraint stuck');
    expect(await amounts(free)).toMatchObject({ balance: 100, held: 0 });
    await expireHolds(app.db);
  });

  test('a hold that cannot expire keeps no other from it', async () => {
    const [stuck, free] = [await fundedOrganization(app, 100), await fundedOrganization(app, 100)];
    for (const id of [stuck, free]) {
      await hold(id, 100);
      await makeOverdue(id);
    }
    const rule = "alter table ledger_entries add constraint stuck check (organization_id <> '%') not valid";
    await app.db.queryText(rule.replace('%', stuck));
    await expect(expireHolds(app.db)).rejects.toThrow('stuck');
    expect(await amounts(free)).toMatchObject({ balance: 100, held: 0 });
    await app.db.queryText('alter table ledger_entries drop constraint stuck');
    await expireHolds(app.db);
    expect(await amounts(stuck)).toMatchObject({ balance: 100, held: 0 });
  });
});

describe('while a hold is changed, its organization is not suspended', () => {
  const call = () => ({ actorId: jobActors.subscriptions, key: randomUUID() });
  const form = { amountMinor: 600, currency: 'RUB', description: 'Сервер на сутки' } as const;
  const changes: [string, (tx: Transaction, organizationId: string, holdId: string) => Promise<unknown>][] = [
    ['set aside', (tx, organizationId) => createHold(tx, call(), { ...form, organizationId, amountMinor: 1 })],
    ['captured', (tx, _, holdId) => captureHold(tx, call(), holdId, {})],
    ['released', (tx, _, holdId) => releaseHold(tx, call(), holdId)],
    ['expired', (tx, organizationId) => lockOverdue(tx, organizationId, 10)],
  ];
  test.each(changes)('as money is %s', async (_, change) => {
    const id = await fundedOrganization(app, 1000);
    const { body } = await hold(id, 600);
    let suspending: Promise<unknown> = Promise.resolve();
    await app.db.transaction(async (tx) => {
      await change(tx, id, body.id);
      suspending = app.db.queryText("update organizations set status = 'suspended' where id = $1", [id]);
      await untilDoneOrBlocked(app, suspending);
      const { rows } = await app.db.queryText('select status from organizations where id = $1', [id]);
      expect(rows).toEqual([{ status: 'active' }]);
    });
    await suspending;
  });
});

test('an organization with money set aside is not closed, and its owner is told why', async () => {
  const owner = await signedInPerson(app);
  const { id, name } = await openCompany(app, owner);
  await topUp(app, id, 600);
  const { body } = await hold(id, 600);
  const params = { organizationId: id };
  expect((await app.call(getClosing, { params }, { token: owner.token })).body.held).toEqual([
    { currency: 'RUB', amountMinor: 600 },
  ]);
  const close = () => app.call(closeOrganization, { params, body: { name } }, { token: owner.token });
  const refused = await close();
  expect(refused).toMatchObject({ status: 409, body: { code: 'organization_has_unsettled_payments' } });
  expect(refused.body.detail).toContain('В резерве 6,00');
  const operations = (await app.call(listEntries, { params }, { token: owner.token })).body.items;
  expect(operations[0]).toMatchObject({
    kind: 'hold',
    amountMinor: -600,
    description: 'Сервер на сутки',
    paymentId: null,
  });
  await capture(body.id);
  expect((await close()).status).toBe(204);
});

test('after all of it the books agree', async () => {
  expect(await checkLedger(app.db)).toEqual([]);
});
