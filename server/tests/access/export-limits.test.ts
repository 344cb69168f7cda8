import { endpoints } from '@kazna/contract/endpoints';
import type { Endpoint } from '@kazna/contract/shared/endpoint';
import { beforeAll, describe, expect, test } from 'vitest';
import { countExport } from '../../src/platform/throttling/export-limit.ts';
import { appForThisFile } from '../support/app-for-file.ts';
import { newPayer, type Payer, seedPayments } from '../support/payments.ts';
import { plantSubscription } from '../support/services.ts';

const app = appForThisFile();

/** Without what nobody signed in asks for: an acknowledgement to a payment provider, a month's files by a letter's link. */
const files = Object.entries(endpoints as Record<string, Endpoint>).filter(
  ([, { file, access }]) => file && access !== 'public',
);
/** A document, picture or file of a request is one stored file, and streams of changes have a limit of their own. */
const isTable = ({ file }: Endpoint) => !file?.every((type) => /pdf|png|\/xml|octet-stream|event-stream/.test(type));
const tables = files.filter(([, endpoint]) => isTable(endpoint));

interface Exporter extends Payer {
  subscriptionId: string;
}

/** Owns an organization and is staff, so that no access rule refuses an export. */
async function newExporter(): Promise<Exporter> {
  const payer = await newPayer(app);
  await app.db.queryText("update users set operator_role = 'admin' where id = $1", [payer.id]);
  return { ...payer, subscriptionId: await plantSubscription(app.db, payer.organizationId) };
}

const urlOf = ({ path }: Endpoint, { organizationId, subscriptionId }: Exporter) =>
  `${path.replace('{organizationId}', organizationId).replace('{subscriptionId}', subscriptionId)}?format=csv&period=2026-10&month=2026-10`;
const headersOf = ({ token }: Payer) => ({ authorization: `Bearer ${token}` });

test('the walk over exports finds those of the contract', () => {
  expect(tables.length).toBeGreaterThanOrEqual(4);
});

describe.each(tables)('export %s', (_name, endpoint) => {
  let payer: Exporter;
  beforeAll(async () => {
    payer = await newExporter();
  });

  test('a person who made 60 files in an hour is refused another one', async () => {
    const ask = () => app.app.inject({ url: urlOf(endpoint, payer), headers: headersOf(payer) });
    expect((await ask()).statusCode).toBe(200);
    for (let count = 1; count < 60; count += 1) await countExport(app.db, payer.id);
    expect((await ask()).statusCode).toBe(429);
  });
});

describe('files of different kinds at once', () => {
  let payer: Exporter;
  let url: string;
  beforeAll(async () => {
    payer = await newExporter();
    url = await app.app.listen({ port: 0, host: '127.0.0.1' });
    // More than the sockets between server and reader buffer, so that an unread file stays open.
    await seedPayments(app, payer, 12_000, () => ({ description: 'x'.repeat(900) }));
  });

  test.each(tables)('a person who downloads two files is refused %s as the third', async (_name, endpoint) => {
    const leave = new AbortController();
    const exporting = `${url}/api/payments/export?format=csv`;
    const open = () => fetch(exporting, { headers: headersOf(payer), signal: leave.signal });
    const ask = async () =>
      (await app.app.inject({ url: urlOf(endpoint, payer), headers: headersOf(payer) })).statusCode;
    // A response that nothing refers to is cancelled by the garbage collector, and would free its place.
    const unread = await Promise.all([open(), open()]);
    expect(unread.map(({ status }) => status)).toEqual([200, 200]);
    expect(await ask()).toBe(429);
    expect(unread.map(({ bodyUsed }) => bodyUsed)).toEqual([false, false]);
    leave.abort();
    // Each file counts until the end of its connection is seen; repeated calls count towards the hour.
    await app.db.queryText('delete from throttle_counters');
    await expect.poll(() => Promise.all([ask(), ask()])).toEqual([200, 200]);
  });
});
