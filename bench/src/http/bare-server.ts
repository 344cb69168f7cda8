import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';
import { presentPayment } from '../../../server/src/payments/present-payment.ts';
import type { PaymentRow } from '../../../server/src/payments/store.ts';
import { accessTokenReader } from '../../../server/src/people/accounts/sessions/access-token.ts';
import { loadSessionKeys } from '../../../server/src/people/accounts/sessions/session-keys.ts';
import { openDatabase } from '../../../server/src/platform/db/database.ts';
import { uuidv7 } from '../../../server/src/platform/db/uuid.ts';
import { eventStatement, jobStatement, type Statement, statements } from './statements.ts';

// The minimum for the same work: plain node:http and pg, the same SQL in the same order, no framework, no validation,
// no log. The difference to the product is the cost of its layers.
const { PORT, DATABASE_URL, SESSION_SECRET, PROVIDER_URL } = process.env;

const own = await openDatabase({ databaseUrl: DATABASE_URL, dataDir: '', poolSize: 2, onConnectionLost: () => {} });
const job = await jobStatement(own);
const readAccessToken = accessTokenReader((await loadSessionKeys(own, SESSION_SECRET)).access);
await own.close();
const insertEvent = eventStatement();
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });

type Runner = pg.Pool | pg.PoolClient;

async function ask(runner: Runner, { name, text, valuesFrom }: Statement, given: Record<string, unknown>) {
  return (await runner.query({ name, text, values: valuesFrom(given) })).rows as Record<string, unknown>[];
}

async function admit(request: IncomingMessage) {
  const { sessionId } = readAccessToken((request.headers.authorization ?? '').slice('Bearer '.length));
  const [caller] = await ask(pool, statements.findCaller, { sessionId });
  await ask(pool, statements.findStanding, caller ?? {});
  return caller as { organizationId: string; userId: string };
}

async function listPayments(request: IncomingMessage): Promise<object> {
  const rows = (await ask(pool, statements.selectPayments, await admit(request))) as unknown as PaymentRow[];
  const items = rows.slice(0, 20).map(presentPayment);
  return { items, nextCursor: rows.length > 20 ? items.at(-1)?.id : null };
}

async function within<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } finally {
    client.release();
  }
}

async function createPayment(request: IncomingMessage): Promise<object> {
  const { organizationId, userId } = await admit(request);
  let text = '';
  for await (const chunk of request) text += chunk;
  const { amountMinor, currency } = JSON.parse(text);
  const key = request.headers['idempotency-key'];
  const bodyHash = createHash('sha256').update(text).digest();
  const paymentId = uuidv7();
  const given = {
    organizationId,
    userId,
    scope: `payments:${organizationId}`,
    key,
    bodyHash,
    paymentId,
    eventId: uuidv7(),
  };
  await within(async (client) => {
    await ask(client, statements.insertKey, given);
    await ask(client, statements.insertPayment, given);
    await ask(client, statements.addToTotals, given);
    await ask(client, insertEvent, given);
    await client.query(job.text, [job.valueFor(paymentId)]);
  });
  await ask(pool, statements.findPayment, given);
  const { id: providerId, confirmation } = await callProvider(paymentId, amountMinor, currency);
  await within(async (client) => {
    await ask(client, statements.lockPayment, given);
    const { confirmation_url: confirmationUrl } = confirmation;
    await ask(client, statements.setProviderPayment, { paymentId, providerId, confirmationUrl });
  });
  const [row] = await ask(pool, statements.findPayment, given);
  const answer = presentPayment(row as unknown as PaymentRow);
  await ask(pool, statements.updateAnswer, { ...given, answer });
  return answer;
}

async function callProvider(id: string, amountMinor: number, currency: string) {
  const answer = await fetch(`${PROVIDER_URL}/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotence-key': id },
    body: JSON.stringify({ amount: { value: (amountMinor / 100).toFixed(2), currency }, metadata: { payment_id: id } }),
  });
  return (await answer.json()) as { id: string; confirmation: { confirmation_url: string } };
}

createServer(async (request, response) => {
  try {
    const isCreate = request.method === 'POST';
    const body = JSON.stringify(await (isCreate ? createPayment : listPayments)(request));
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    response.writeHead(isCreate ? 201 : 200, headers).end(body);
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
}).listen(Number(PORT), '127.0.0.1');
