import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { newCompany } from '../../../tests/support/business.ts';
import { importPast, type PastMovement } from '../../../tests/support/past-movements.ts';
import { monthLines } from './month-lines.ts';
import { selectServiceSums } from './turnover-store.ts';

const app = appForThisFile();

interface Charged {
  description: string;
  /** Below zero for a refund of a charge. */
  amounts: number[];
}

async function sumsOf(services: Charged[]) {
  const { organizationId } = await newCompany(app);
  const past: PastMovement[] = [{ day: '2026-01-01', kind: 'top_up', amountMinor: 1_000_000_000 }];
  const ids: string[] = [];
  for (const { amounts } of services) {
    const sourceId = randomUUID();
    ids.push(sourceId);
    for (const amount of amounts)
      past.push({ day: '2026-01-15', kind: amount > 0 ? 'charge' : 'charge_refund', amountMinor: -amount, sourceId });
  }
  await app.db.queryText(
    `insert into charges (id, organization_id, amount_minor, currency, description, occurred_at, created_by)
    select c.id, $1, 1000000, 'RUB', c.description, now(), gen_random_uuid() from unnest($2::uuid[], $3::text[]) as c (id, description)`,
    [organizationId, ids, services.map(({ description }) => description)],
  );
  await importPast(app, organizationId, past);
  return selectServiceSums(app.db, organizationId, '2026-01');
}

const total = (rows: { amountMinor: number }[]) => rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0);

test('of a month with more than 200 descriptions the database sums the smallest ones up, and 200 lines come', async () => {
  const services = Array.from({ length: 260 }, (_, index) => ({
    description: `Услуга ${String(index).padStart(3, '0')}`,
    amounts: index % 9 === 0 ? [50, -50 - index] : index === 100 ? [70, -70] : [1000 + index, 7],
  }));
  const sums = await sumsOf(services);
  expect(sums).toHaveLength(200);
  const net = services
    .map(({ description, amounts }) => ({ name: description, amountMinor: amounts.reduce((sum, one) => sum + one, 0) }))
    .filter(({ amountMinor }) => amountMinor !== 0)
    .toSorted((one, other) => other.amountMinor - one.amountMinor || (one.name < other.name ? -1 : 1));
  expect(total(sums)).toBe(total(net));
  const { lines, amountMinor } = monthLines(sums, 22);
  expect(lines.slice(0, 199).map(({ name, amountMinor: amount }) => [name, amount])).toEqual(
    net.slice(0, 199).map(({ name, amountMinor: amount }) => [name, amount]),
  );
  const rest = net.slice(199);
  expect(lines[199]).toMatchObject({
    name: 'Прочие услуги',
    amountMinor: total(rest),
    // Each service of which more was given back than charged is one unit, any other as many as it had charges.
    quantity: rest.reduce((count, one) => count + (one.amountMinor < 0 ? 1 : 2), 0),
  });
  expect(amountMinor).toBe(total(net));
});

test('of a month with 200 descriptions each has a line of its own', async () => {
  const sums = await sumsOf(
    Array.from({ length: 200 }, (_, index) => ({ description: `Услуга ${index}`, amounts: [100 + index] })),
  );
  const { lines } = monthLines(sums, null);
  expect(lines).toHaveLength(200);
  expect(lines.map(({ name }) => name)).not.toContain('Прочие услуги');
});
