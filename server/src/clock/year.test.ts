import { randomUUID } from 'node:crypto';
import { setAutoTopUp } from '@kazna/contract/cabinet/auto-top-up';
import { businessZone } from '@kazna/contract/shared/business-time';
import { createHold } from '@kazna/contract/v1/holds';
import pino from 'pino';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newCompany, setBusiness } from '../../tests/support/business.ts';
import { autoTopUpTerms, bindCard, cardsOf } from '../../tests/support/cards.ts';
import { callerWith, topUp } from '../../tests/support/charges.ts';
import { newKey } from '../../tests/support/keys.ts';
import { plantTariff } from '../../tests/support/services.ts';
import { type Shop, startShop } from '../../tests/support/shop.ts';
import { parseConfig } from '../config/config.ts';
import { checkLedger, checkSinceCheckpoint } from '../money/ledger/check-ledger.ts';
import { subscribe } from '../services/subscriptions/operations.ts';
import { buildJobs, engineContext, paymentContext } from '../worker.ts';
import { createClock } from './move-clock.ts';
import { runDue } from './run-due.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop(inject('databaseUrl'), {}, { isIdle: true });
});
afterAll(() => shop.close());

function clockOfShop() {
  const { db, queue, keys, providers, env } = shop;
  const config = parseConfig({ LOG_LEVEL: 'silent', NODE_ENV: 'test', ...env });
  const context = { config, log: pino({ level: 'silent' }), db, queue, keys, providers };
  const work = { engine: engineContext(context), topUps: paymentContext(context), jobs: buildJobs(context) };
  return createClock({ db, zone: businessZone, runDue: () => runDue(work), finish: async () => {} });
}

async function newCustomer() {
  const company = await newCompany(shop);
  const { organizationId, token } = company;
  await topUp(shop, organizationId, 150_000);
  await bindCard(shop, company, '5555555555554444');
  const [card] = await cardsOf(shop, company);
  const body = { ...autoTopUpTerms, paymentMethodId: card?.id as string };
  const { status } = await shop.call(setAutoTopUp, { params: { organizationId }, body }, { token });
  expect(status).toBe(200);
  return company;
}

const dayOf = (column: string) => `to_char(${column} at time zone '${businessZone}', 'YYYY-MM-DD')`;

async function rowsOf(text: string, organizationId: string) {
  const { rows } = await shop.db.queryText(text, [organizationId]);
  return rows.map((row) => Object.values(row));
}

test('moving the clock by a year charges, documents, tops up and releases each thing on its own day', async () => {
  await setBusiness(shop, { taxPeriods: [{ from: '2020-01-01', regime: 'usn', vat: null }] });
  const { organizationId, id: actorId } = await newCustomer();
  const { id: tariffId } = await plantTariff(shop.db, { priceMinor: 30_000 });
  const who = { organizationId, form: { tariffId, quantity: 1 }, actorId, mayConnectHidden: false };
  await subscribe({ db: shop.db, zone: businessZone }, { ...who, key: randomUUID() }, async () => {});
  const call = callerWith(shop, (await newKey(shop)).key);
  const hold = { organizationId, amountMinor: 1000, currency: 'RUB' as const, description: 'Заказ' };
  expect((await call(createHold, { body: hold })).status).toBe(201);

  const start = Temporal.Now.plainDateISO(businessZone);
  const { done } = await clockOfShop().move((now) =>
    Temporal.Instant.from(now).toZonedDateTimeISO(businessZone).add({ years: 1 }).toInstant().toString(),
  );

  const days = Array.from({ length: 13 }, (_, months) => start.add({ months }).toString());
  expect(
    await rowsOf(
      `select ${dayOf('c.created_at')}, c.amount_minor::int from charges c join ledger_entries e
         on e.source_id = c.id and e.kind = 'charge' and e.created_at = c.created_at
       where c.organization_id = $1 order by c.created_at`,
      organizationId,
    ),
  ).toEqual(days.map((day) => [day, 30_000]));
  expect(
    await rowsOf(
      `select kind, period, amount_minor::int, ${dayOf('created_at')} from closing_documents
       where organization_id = $1 order by period`,
      organizationId,
    ),
  ).toEqual(
    days.slice(0, 12).map((day) => {
      const month = Temporal.PlainDate.from(day).toPlainYearMonth();
      return ['act', month.toString(), 30_000, `${month.add({ months: 1 }).toString()}-01`];
    }),
  );
  const [[heldTo] = []] = await rowsOf(
    `select ${dayOf('closed_at')} from holds where status = 'expired' and organization_id = $1`,
    organizationId,
  );
  expect([start.add({ days: 7 }), start.add({ days: 8 })].map(String)).toContain(heldTo);
  const topUps = await rowsOf(
    `select ${dayOf('created_at')} as made, ${dayOf('paid_at')} as paid from payments
     where is_automatic and status = 'succeeded' and organization_id = $1`,
    organizationId,
  );
  expect(topUps.length).toBeGreaterThan(0);
  for (const [made, paid] of topUps) {
    expect(days).toContain(made);
    expect(paid).toBe(made);
  }
  expect(done).toMatchObject({ charges: 12, documents: 12, expiredHolds: 1, topUps: topUps.length, suspended: 0 });
  expect(await checkLedger(shop.db)).toEqual([]);
  expect(await checkSinceCheckpoint(shop.db)).toEqual([]);
}, 300_000);
