import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { untilDoneOrBlocked } from '../../../tests/support/organizations.ts';
import { balanceOf, newPayer, type Payer, paidPayment } from '../../../tests/support/payments.ts';
import { type Shop, startShop } from '../../../tests/support/shop.ts';
import { checkLedger } from '../../money/ledger/check-ledger.ts';
import { postTransfer } from '../../money/ledger/post-transfer.ts';
import type { Posting } from '../../money/ledger/posting.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { takeBonusBack } from './bonuses.ts';
import { bonusCrediting } from './jobs.ts';

let shop: Shop;
let referrer: Payer;
let paymentId: string;
beforeAll(async () => {
  shop = await startShop(inject('databaseUrl'), { REFERRAL_PERCENT: '7', REFERRAL_HOLD_DAYS: '0' });
});
beforeEach(async () => {
  referrer = await newPayer(shop);
  const referred = await newPayer(shop);
  await shop.db.queryText('update users set referrer_id = $2 where id = $1', [referred.id, referrer.id]);
  paymentId = (await paidPayment(shop, referred, { amountMinor: 100_000 })).id;
  await shop.run(bonusCrediting, {});
  expect(await balanceOf(shop, referrer)).toEqual({ RUB: 7_000 });
});
afterEach(async () => {
  expect(await checkLedger(shop.db)).toEqual([]);
});
afterAll(() => shop.close());

const all = { paidMinor: 100_000, returnedMinor: 100_000 };
const theirs = () => ({ organizationId: referrer.organizationId });

/** Takes the bonus back while another transaction has the referrer's account locked. */
async function takeBackAmid(transfers: Pick<Posting, 'kind' | 'from' | 'to'>[]) {
  let takingBack: Promise<void> | undefined;
  await shop.db.transaction(async (tx) => {
    for (const transfer of transfers) {
      await postTransfer(tx, { ...transfer, key: uuidv7(), amountMinor: 6_500, currency: 'RUB' });
      takingBack ??= shop.db.transaction((other) => takeBonusBack(other, paymentId, all));
      await untilDoneOrBlocked(shop, takingBack);
    }
  });
  await takingBack;
}

test('taking a bonus back waits for a concurrent charge and takes what it leaves', async () => {
  await takeBackAmid([{ kind: 'charge', from: theirs(), to: 'revenue' }]);
  expect(await balanceOf(shop, referrer)).toEqual({ RUB: 0 });
});

test('taking a bonus back does not deadlock with crediting another to the same referrer', async () => {
  await takeBackAmid([
    { kind: 'bonus', from: 'bonuses', to: theirs() },
    { kind: 'bonus', from: 'bonuses', to: theirs() },
  ]);
  expect(await balanceOf(shop, referrer)).toEqual({ RUB: 13_000 });
});
