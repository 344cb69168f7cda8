import { endpoints } from '@kazna/contract/endpoints';
import type { Endpoint } from '@kazna/contract/shared/endpoint';
import { beforeAll, describe, expect, test } from 'vitest';
import { countExport } from '../../src/platform/throttling/export-limit.ts';
import { appForThisFile } from '../support/app-for-file.ts';
import { newPayer, type Payer, seedPayments } from '../support/payments.ts';

const app = appForThisFile();

/** Without the acknowledgement that a payment provider gets, which no person asks for. */
const files = Object.entries(endpoints as Record<string, Endpoint>).filter(
  ([name, { file }]) => file && name !== 'receiveNotification',
);
/** A document is one stored file, and streams of changes have a limit of their own. */
const isTable = ({ file }: Endpoint) =>
  !file?.every((type) => type === 'application/pdf' || type === 'text/event-stream');
const tables = files.filter(([, endpoint]) => isTable(endpoint));

/** Owns an organization and is staff, so that no access rule refuses an export. */
async function newExporter(): Promise<Payer> {
  const payer = await newPayer(app);
  await app.db.queryText("update users set operator_role = 'admin' where id = $1", [payer.id]);
  return payer;
}

const urlOf = ({ path }: Endpoint, { organizationId }: Payer) =>
  `${path.replace('{organizationId}', organizationId)}?format=csv&period=2026-10`;
const headersOf = ({ token }: Payer) => ({ authorization: `Bearer ${token}` });

test('the walk over exports finds those of the contract', () => {
  expect(tables.length).toBeGreaterThanOrEqual(4);
});

describe.each(tables)('export %s', (_name, endpoint) => {
  let payer: Payer;
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
  let payer: Payer;
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
    expect((await Promise.all([open(), open()])).map(({ status }) => status)).toEqual([200, 200]);
    expect(await ask()).toBe(429);
    leave.abort();
    await expect.poll(ask).toBe(200);
  });
});
