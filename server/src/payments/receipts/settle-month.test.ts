import { beforeAll, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { newPayer } from '../../../tests/support/payments.ts';
import { ReceiptHistory } from '../../../tests/support/receipt-history.ts';
import { setClock } from '../../../tests/support/services.ts';
import { settleMonth } from './settle-month.ts';

const app = appForThisFile({ isIdle: true });
let payerId: string;
beforeAll(async () => {
  payerId = (await newPayer(app)).id;
});

const settle = () =>
  settleMonth({
    db: app.db,
    readVatCode: async () => 11,
    onError: (error) => {
      throw error;
    },
  });

async function settlementsOf({ organizationId }: ReceiptHistory) {
  const { rows } = await app.db.queryText(
    `select month::text, amount_minor::int as amount from receipts
     where organization_id = $1 and kind like 'settlement%' order by id`,
    [organizationId],
  );
  return rows.map(({ month, amount }) => `${month} ${amount}`);
}

test.each([
  ['2031-05', '2031-05-31', '2031-06-30'],
  ['2031-12', '2031-12-31', '2032-01-31'],
  ['2032-02', '2032-02-29', '2032-03-31'],
])('%s ends at midnight in Moscow, and is settled once it has been over for an hour', async (month, last, next) => {
  const history = new ReceiptHistory(app.db, payerId);
  await history.open();
  const charge = (amountMinor: number) => history.apply({ do: 'charge', amountMinor, isOk: true });
  await setClock(app.db, `${last}T20:59:59Z`);
  await history.topUp(3000, 'yookassa');
  await charge(1000);
  await setClock(app.db, `${last}T21:00:00Z`);
  await charge(200);
  await history.topUp(500, 'tbank');
  await setClock(app.db, `${last}T21:59:59Z`);
  await settle();
  expect(await settlementsOf(history)).toEqual([]);
  await setClock(app.db, `${last}T22:00:00Z`);
  await settle();
  await settle();
  const first = `${month}-01 1000`;
  expect(await settlementsOf(history)).toEqual([first]);
  await charge(30);
  await setClock(app.db, `${next}T21:59:59Z`);
  await settle();
  expect(await settlementsOf(history)).toEqual([first]);
  await setClock(app.db, `${next}T22:00:00Z`);
  await settle();
  expect(await settlementsOf(history)).toEqual([first, `${next.slice(0, 7)}-01 230`]);
});

test('a first top-up in the last second of a month has that month’s charges settled with it', async () => {
  const history = new ReceiptHistory(app.db, payerId);
  await history.open();
  await history.apply({ do: 'credit', amountMinor: 3000, isOk: true });
  await setClock(app.db, '2033-04-30T20:59:58Z');
  await history.apply({ do: 'charge', amountMinor: 700, isOk: true });
  await setClock(app.db, '2033-04-30T20:59:59Z');
  await history.topUp(1000, 'yookassa');
  await setClock(app.db, '2033-04-30T22:00:00Z');
  await settle();
  expect(await settlementsOf(history)).toEqual(['2033-04-01 700']);
});
