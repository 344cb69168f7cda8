import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type CuttingProxy, startCuttingProxy } from '../../tests/support/cutting-proxy.ts';
import { newPayer, openPayment, type Payer } from '../../tests/support/payments.ts';
import { type Shop, startShop } from '../../tests/support/shop.ts';

let proxy: CuttingProxy;
let shop: Shop;
let payer: Payer;
beforeAll(async () => {
  proxy = await startCuttingProxy(inject('databaseUrl'));
  shop = await startShop(proxy.url);
  payer = await newPayer(shop);
});
afterAll(async () => {
  await shop.close();
  await proxy.close();
});

test.each([true, false])(
  'a payment whose connection breaks as it is stored is stored, counted and asked of the provider once (commit carried out: %s)',
  async (isForwarded) => {
    const description = `cut ${randomUUID()}`;
    const before = { counted: await hits(), asked: (await shop.provider.payments()).length };
    proxy.cutOnce({ on: 'commit', after: description, isForwarded });
    const { id } = await openPayment(shop, payer, { description });
    expect(proxy.isCut()).toBe(true);
    const stored = await shop.db.queryText('select id from payments where description = $1', [description]);
    expect(stored.rows).toEqual([{ id }]);
    const polls = await shop.db.queryText('select from payment_polls where payment_id = $1', [id]);
    expect(polls.rows).toHaveLength(1);
    const after = { counted: await hits(), asked: (await shop.provider.payments()).length };
    expect(after).toEqual({ counted: Number(before.counted) + 2, asked: before.asked + 1 });
  },
);

/** Of the person and of the organization together. */
async function hits(): Promise<number> {
  const { rows } = await shop.db.queryText(
    "select coalesce(sum(hits), 0)::int as hits from throttle_counters where bucket like 'payments-%'",
  );
  return rows[0]?.hits as number;
}
