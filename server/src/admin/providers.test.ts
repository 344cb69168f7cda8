import { chooseProvider, listProviders } from '@kazna/contract/admin/providers';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createFakeProvider } from '../../tests/support/fake-provider.ts';
import { newPayer, openPayment, paidPayment } from '../../tests/support/payments.ts';
import { type Shop, startShop } from '../../tests/support/shop.ts';
import { newStaff } from '../../tests/support/staff.ts';
import { providersOf } from '../payments/providers/provider.ts';
import { reportSilence } from '../payments/providers/report-silence.ts';
import type { Queue } from '../platform/jobs/queue.ts';

const fake = createFakeProvider();
let shop: Shop;
let admin: { token: string };
beforeAll(async () => {
  shop = await startShop(inject('databaseUrl'), {}, { otherProviders: [fake.provider], isIdle: true });
  admin = await newStaff(shop, 'admin');
});
afterAll(() => shop.close());

const choose = (method: 'card' | 'sbp', provider: string) =>
  shop.call(chooseProvider, { params: { method }, body: { provider } }, admin);
const providerOf = async (body: object) => {
  const { id } = await openPayment(shop, await newPayer(shop), body);
  const { rows } = await shop.db.queryText('select provider from payments where id = $1', [id]);
  return rows[0]?.provider;
};

test('staff choose the provider of each method, and new payments go there at once', async () => {
  expect(await providerOf({ method: 'card' })).toBe('yookassa');
  expect((await choose('card', 'fake')).body.choices).toEqual([
    { method: 'card', provider: 'fake' },
    { method: 'sbp', provider: 'yookassa' },
  ]);
  expect([await providerOf({ method: 'card' }), await providerOf({ method: 'sbp' })]).toEqual(['fake', 'yookassa']);
  expect((await choose('card', 'nobody')).status).toBe(404);
  await choose('card', 'yookassa');
  expect(await providerOf({ method: 'card' })).toBe('yookassa');
});

test('a provider that takes no such payment leaves it to another', async () => {
  await choose('sbp', 'fake');
  Object.assign(fake.provider, { accepts: ({ amountMinor }: { amountMinor: number }) => amountMinor >= 1000 });
  expect(await providerOf({ method: 'sbp', amountMinor: 999 })).toBe('yookassa');
  expect(await providerOf({ method: 'sbp', amountMinor: 1000 })).toBe('fake');
  await choose('sbp', 'yookassa');
});

test('the health of a provider counts its payments and answers, and a provider that does not answer is shown', async () => {
  const healthOf = async () => {
    const { items } = (await shop.call(listProviders, {}, admin)).body;
    return items.find(({ name }) => name === 'yookassa');
  };
  await paidPayment(shop, await newPayer(shop));
  const before = await healthOf();
  expect(before).toMatchObject({ isSilent: false, lastAnswerAt: expect.any(String) });
  expect(before?.hour.paid).toBeGreaterThan(0);
  await shop.db.queryText('delete from provider_calls');
  await shop.provider.misbehave({ on: 'create', do: 'error_500_before' });
  const payer = await newPayer(shop);
  await openPayment(shop, payer).catch(() => undefined);
  expect(await healthOf()).toMatchObject({ isSilent: true, hour: { unanswered: 1, calls: 1 }, lastAnswerAt: null });
});

test('administrators are notified once of a provider that does not answer, and anew after it has answered', async () => {
  const letters: object[] = [];
  const queue = { enqueue: async (_tx: unknown, _kind: unknown, letter: object) => letters.push(letter) };
  const context = { db: shop.db, queue: queue as unknown as Queue, providers: providersOf(fake.provider) };
  const watch = () => Promise.all([1, 2].map(() => reportSilence(context)));
  const bell = async () => {
    const { rows } = await shop.db.queryText("select details from notifications where kind = 'provider_silent'");
    return rows.map(({ details }) => details);
  };
  const called = (unanswered: number) =>
    shop.db.queryText(
      "insert into provider_calls (provider, started_at, unanswered) values ('fake', now() - make_interval(secs => $1::int), $1::int)",
      [unanswered],
    );
  await shop.db.queryText('delete from provider_calls');
  await called(2);
  await watch();
  expect(await bell()).toEqual([]);
  await called(1);
  await watch();
  await watch();
  expect(await bell()).toEqual([{ provider: 'fake', lastAnswerAt: null }]);
  expect(letters).toEqual([{ provider: 'fake', lastAnswerAt: null, userId: expect.any(String) }]);
  await shop.db.queryText('update provider_calls set answered = 1, last_answer_at = now() where unanswered = 2');
  await watch();
  await shop.db.queryText('update provider_calls set answered = 0, unanswered = 4 where unanswered = 2');
  await watch();
  expect(await bell()).toHaveLength(2);
  expect(letters).toHaveLength(2);
});
