import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';
import * as statements from './statements.ts';

const { PORT, DATABASE_URL } = process.env;
// Every statement has one shape, so none needs a new plan at each call.
const options = '-c plan_cache_mode=force_generic_plan';
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10, idleTimeoutMillis: 0, options });

async function ask(statement: { name: string; text: string }, values: unknown[]) {
  return (await pool.query({ ...statement, values })).rows;
}

async function createCharge(keyId: string, request: IncomingMessage): Promise<object> {
  let text = '';
  for await (const chunk of request) text += chunk;
  const { organizationId, amountMinor, currency, description } = JSON.parse(text);
  const id = randomUUID();
  const idempotencyKey = request.headers['idempotency-key'];
  const values = [id, keyId, idempotencyKey, organizationId, amountMinor, currency, description];
  const [created] = await ask(statements.charge, values);
  if (!created) return (await ask(statements.earlierCharge, [keyId, idempotencyKey]))[0];
  const rest = { refundedMinor: 0, service: null, metadata: {}, holdId: null };
  return { id, organizationId, amountMinor, currency, description, ...rest, ...created };
}

async function answer(request: IncomingMessage): Promise<object> {
  const token = (request.headers.authorization ?? '').slice('Bearer '.length);
  const [key] = await ask(statements.key, [createHash('sha256').update(token).digest()]);
  if (!key?.scopes.includes('charges:write')) throw new Error('no such key');
  if (request.method !== 'POST' || request.url !== '/v1/charges') return {};
  return createCharge(key.id, request);
}

createServer(async (request, response) => {
  try {
    const body = JSON.stringify(await answer(request));
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    response.writeHead(request.method === 'POST' ? 201 : 200, headers).end(body);
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
}).listen(Number(PORT), '127.0.0.1');
