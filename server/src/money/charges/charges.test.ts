import { randomUUID } from 'node:crypto';
import * as contract from '@kazna/contract/v1/charges';
import { listLedger } from '@kazna/contract/v1/ledger';
import { beforeAll, describe, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { amountsOf, callerWith, fundedOrganization, topUp } from '../../../tests/support/charges.ts';
import { closeWithMoney } from '../../../tests/support/close-with-money.ts';
import { newKey } from '../../../tests/support/keys.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { postTransfer } from '../ledger/post-transfer.ts';
import { readRefundable } from '../ledger/reads.ts';

const app = appForThisFile();
let key: string;
let call: ReturnType<typeof callerWith>;
beforeAll(async () => {
  ({ key } = await newKey(app));
  call = callerWith(app, key);
});

const formOf = (organizationId: string, amountMinor: number) => ({
  organizationId,
  amountMinor,
  currency: 'RUB' as const,
  description: 'Тариф за ноябрь',
});
const charge = (organizationId: string, amountMinor: number, more: object = {}, idempotencyKey?: string) =>
  call(contract.createCharge, { body: { ...formOf(organizationId, amountMinor), ...more } }, idempotencyKey);
const refund = (chargeId: string, body: { amountMinor?: number; reason: string }, idempotencyKey?: string) =>
  call(contract.refundCharge, { params: { chargeId }, body }, idempotencyKey);
const amounts = (organizationId: string) => amountsOf(app, key, organizationId);
const setStatus = (id: string, status: string) =>
  app.db.queryText('update organizations set status = $2 where id = $1', [id, status]);

describe('a charge', () => {
  test('a charge leaves the balance, is read back and stands in the ledger with its id', async () => {
    const id = await fundedOrganization(app, 1000);
    const more = { service: 'Хостинг', metadata: { order: '17' }, occurredAt: '2026-11-01T00:00:00.000Z' };
    const { status, body } = await charge(id, 300, more);
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...formOf(id, 300), ...more, refundedMinor: 0, holdId: null });
    expect(await amounts(id)).toEqual({ balance: 700, held: 0, available: 700 });
    expect((await call(contract.getCharge, { params: { chargeId: body.id } })).body).toEqual(body);
    const ledger = (await call(listLedger, { query: { organizationId: id } })).body.items;
    expect(ledger[0]).toMatchObject({ kind: 'charge', amountMinor: -300, balanceAfterMinor: 700, sourceId: body.id });
  });

  test('a charge beyond balance and credit limit answers 402 with what is missing and changes nothing', async () => {
    const id = await fundedOrganization(app, 1000);
    await app.db.queryText('update ledger_accounts set credit_limit_minor = 200 where organization_id = $1', [id]);
    expect(await charge(id, 1500)).toMatchObject({
      status: 402,
      body: { code: 'insufficient_funds', missingMinor: 300 },
    });
    expect((await charge(id, 1200)).status).toBe(201);
    expect(await amounts(id)).toEqual({ balance: -200, held: 0, available: 0 });
  });

  test('an idempotency key repeated gets the first answer and charges once, even 20 times at once', async () => {
    const id = await fundedOrganization(app, 1000);
    const repeated = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => charge(id, 100, {}, repeated)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    await refund(answers[0]?.body.id as string, { reason: 'Ошибка' });
    expect(await charge(id, 100, {}, repeated)).toEqual(answers[0]);
    expect(await charge(id, 101, {}, repeated)).toMatchObject({ status: 422, body: { code: 'idempotency_conflict' } });
    expect(await amounts(id)).toMatchObject({ balance: 1000 });
  });

  test('a refused charge leaves its idempotency key free for after the top-up', async () => {
    const id = await fundedOrganization(app, 0);
    const repeated = randomUUID();
    expect((await charge(id, 100, {}, repeated)).status).toBe(402);
    await topUp(app, id, 100);
    expect((await charge(id, 100, {}, repeated)).status).toBe(201);
    expect(await amounts(id)).toMatchObject({ balance: 0 });
  });

  test('keys of two programs do not meet', async () => {
    const id = await fundedOrganization(app, 1000);
    const other = callerWith(app, (await newKey(app)).key);
    const repeated = randomUUID();
    await charge(id, 100, {}, repeated);
    expect((await other(contract.createCharge, { body: formOf(id, 200) }, repeated)).status).toBe(201);
    expect(await amounts(id)).toMatchObject({ balance: 700 });
  });

  test('concurrent charges never take more than there is', async () => {
    const id = await fundedOrganization(app, 500);
    const answers = await Promise.all(Array.from({ length: 12 }, () => charge(id, 100)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(7);
    expect(await amounts(id)).toMatchObject({ balance: 0 });
  });

  test('a suspended organization still pays for what it used, a closed one does not, an unknown one is missing', async () => {
    const id = await fundedOrganization(app, 1000);
    await setStatus(id, 'suspended');
    expect((await charge(id, 100)).status).toBe(201);
    await closeWithMoney(app.db, id);
    expect(await charge(id, 100)).toMatchObject({ status: 409, body: { code: 'organization_closed' } });
    expect(await charge(randomUUID(), 100)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test.each([
    ['amountMinor', { amountMinor: 0 }],
    ['amountMinor', { amountMinor: 1.5 }],
    ['amountMinor', { amountMinor: '100' }],
    ['currency', { currency: 'XXX' }],
    ['description', { description: '' }],
    ['description', { description: 'a\0b' }],
    ['organizationId', { organizationId: 'x' }],
    ['occurredAt', { occurredAt: '2999-01-01T00:00:00Z' }],
    ['metadata.a', { metadata: { a: 'x'.repeat(501) } }],
    ['metadata', { metadata: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`k${n}`, ''])) }],
  ])('an invalid %s of a charge answers 400 with its path', async (path, wrong) => {
    const id = await fundedOrganization(app, 1000);
    const { status, body } = await charge(id, 100, wrong);
    expect({ status, code: body.code, paths: body.errors?.map((error) => error.path) }).toEqual({
      status: 400,
      code: 'validation_failed',
      paths: [path],
    });
    expect(await amounts(id)).toMatchObject({ balance: 1000 });
  });

  test('a charge may have occurred a day ahead of our clock and no later', async () => {
    const id = await fundedOrganization(app, 1000);
    const ahead = (ms: number) => ({ occurredAt: new Date(Date.now() + 24 * 60 * 60 * 1000 + ms).toISOString() });
    expect((await charge(id, 100, ahead(-60_000))).status).toBe(201);
    expect((await charge(id, 100, ahead(60_000))).status).toBe(400);
  });

  test('charges are listed newest first, page by page, of one organization or of all', async () => {
    const [one, other] = [await fundedOrganization(app, 1000), await fundedOrganization(app, 1000)];
    const made: string[] = [];
    for (const id of [one, other, one, other, one]) made.push((await charge(id, 10)).body.id);
    const read = async (query: { organizationId?: string }) => {
      const ids: string[] = [];
      let cursor: string | undefined;
      do {
        const page = (await call(contract.listCharges, { query: { limit: 2, ...query, ...(cursor && { cursor }) } }))
          .body;
        ids.push(...page.items.map((item) => item.id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor && ids.length < 20);
      return ids;
    };
    expect(await read({ organizationId: one })).toEqual([made[4], made[2], made[0]]);
    expect((await read({})).slice(0, 5)).toEqual(made.toReversed());
  });
});

describe('a refund of a charge', () => {
  test('a charge is refunded in parts and never beyond itself, and the money can go back to the card again', async () => {
    const id = await fundedOrganization(app, 1000);
    const { body } = await charge(id, 300);
    expect(await readRefundable(app.db, id, 'RUB')).toBe(700);
    expect(await refund(body.id, { amountMinor: 100, reason: 'Ошибка' })).toMatchObject({
      status: 201,
      body: { chargeId: body.id, amountMinor: 100, reason: 'Ошибка' },
    });
    expect(await refund(body.id, { amountMinor: 201, reason: 'Ошибка' })).toMatchObject({
      status: 409,
      body: { code: 'refund_exceeds_charge' },
    });
    expect((await refund(body.id, { reason: 'Остаток' })).body.amountMinor).toBe(200);
    expect(await refund(body.id, { reason: 'Ещё' })).toMatchObject({ status: 409 });
    expect(await amounts(id)).toMatchObject({ balance: 1000 });
    expect(await readRefundable(app.db, id, 'RUB')).toBe(1000);
    expect((await call(contract.getCharge, { params: { chargeId: body.id } })).body.refundedMinor).toBe(300);
  });

  test('a refund repeated with its idempotency key happens once', async () => {
    const id = await fundedOrganization(app, 1000);
    const { body } = await charge(id, 300);
    const repeated = randomUUID();
    const ask = () => refund(body.id, { amountMinor: 100, reason: 'Ошибка' }, repeated);
    const answers = await Promise.all([ask(), ask(), ask()]);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await amounts(id)).toMatchObject({ balance: 800 });
  });

  test('concurrent refunds never give back more than was charged', async () => {
    const id = await fundedOrganization(app, 1000);
    const { body } = await charge(id, 300);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => refund(body.id, { amountMinor: 100, reason: 'Да' })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(await amounts(id)).toMatchObject({ balance: 1000 });
  });

  test('nothing is refunded to a closed organization', async () => {
    const id = await fundedOrganization(app, 300);
    const { body } = await charge(id, 300);
    await closeWithMoney(app.db, id);
    expect(await refund(body.id, { reason: 'Ошибка' })).toMatchObject({
      status: 409,
      body: { code: 'organization_closed' },
    });
  });

  test('a refunded charge that bonuses paid for makes no cash of them', async () => {
    const id = await fundedOrganization(app, 0);
    const bonus = { kind: 'bonus', from: 'bonuses', to: { organizationId: id }, currency: 'RUB' } as const;
    await app.db.transaction((tx) => postTransfer(tx, { ...bonus, key: randomUUID(), amountMinor: 100 }));
    const { body } = await charge(id, 100);
    await refund(body.id, { reason: 'Ошибка' });
    expect(await amounts(id)).toMatchObject({ balance: 100 });
    expect(await readRefundable(app.db, id, 'RUB')).toBe(0);
  });
});

test('after all of it the books agree', async () => {
  expect(await checkLedger(app.db)).toEqual([]);
});
