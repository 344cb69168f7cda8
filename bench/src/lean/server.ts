import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';
import * as statements from './statements.ts';
import { type Claims, hashToken, signToken, verifyToken } from './tokens.ts';

const { PORT, DATABASE_URL, TOKEN_KEY = '' } = process.env;
// Every statement has one shape, so none needs a new plan at each call.
const options = '-c plan_cache_mode=force_generic_plan';
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10, idleTimeoutMillis: 0, options });

async function ask(statement: { name: string; text: string }, values: unknown[]) {
  return (await pool.query({ ...statement, values })).rows;
}

async function readSession({ sub, org }: Claims): Promise<object> {
  const [{ consents, ...profile }] = await ask(statements.session, [sub]);
  const pendingConsents = ['terms', 'privacy'].filter((document) => !consents.includes(document));
  return { ...profile, pendingConsents, activeOrganizationId: org };
}

async function listOrganizations({ sub }: Claims): Promise<object> {
  const rows = await ask(statements.organizations, [sub]);
  const items = rows
    .slice(0, 20)
    .map(({ bank_bik: bik, bank_account: account, bank_correspondent_account, ...row }) => ({
      ...row,
      bank: bik ? { bik, account, correspondentAccount: bank_correspondent_account } : null,
    }));
  return { items, nextCursor: rows.length > 20 ? items.at(-1)?.id : null };
}

async function listPayments({ org }: Claims): Promise<object> {
  const rows = await ask(statements.payments, [org]);
  const items = rows.slice(0, 20).map((row) => ({
    ...row,
    amountMinor: Number(row.amountMinor),
    refundedMinor: Number(row.refundedMinor),
  }));
  return { items, nextCursor: rows.length > 20 ? items.at(-1)?.id : null };
}

async function createPayment({ sub, org }: Claims, request: IncomingMessage): Promise<object> {
  let text = '';
  for await (const chunk of request) text += chunk;
  const { amountMinor, currency, method } = JSON.parse(text);
  const id = randomUUID();
  const [times] = await ask(statements.create, [id, org, sub, amountMinor, currency, method]);
  const rest = { description: null, status: 'pending', reason: null, refundedMinor: 0, isRefunding: false };
  return { id, amountMinor, currency, method, ...rest, confirmationUrl: null, createdBy: sub, paidAt: null, ...times };
}

async function createCharge({ sub }: Claims, request: IncomingMessage): Promise<object> {
  let text = '';
  for await (const chunk of request) text += chunk;
  const { organizationId, amountMinor, currency, description } = JSON.parse(text);
  const id = randomUUID();
  const idempotencyKey = request.headers['idempotency-key'];
  const values = [id, sub, idempotencyKey, organizationId, amountMinor, currency, description];
  const [created] = await ask(statements.charge, values);
  const rest = { refundedMinor: 0, service: null, metadata: {}, holdId: null };
  return { id, organizationId, amountMinor, currency, description, ...rest, ...created };
}

/** A refresh token is the session's id and a random secret, of which the row has the hash. */
async function refresh(token: string): Promise<object> {
  const [sid = ''] = token.split('.');
  const refreshToken = `${sid}.${randomBytes(32).toString('base64url')}`;
  const [row] = await ask(statements.refresh, [hashToken(refreshToken), sid, hashToken(token)]);
  const exp = Math.floor(Date.now() / 1000) + 900;
  return { accessToken: signToken(TOKEN_KEY, { sub: row.user_id, sid, org: row.organization_id, exp }), refreshToken };
}

const calls: Record<string, (claims: Claims, request: IncomingMessage) => Promise<object>> = {
  'GET /api/profile': readSession,
  'GET /api/organizations': listOrganizations,
  'GET /api/payments': listPayments,
  'POST /api/payments': createPayment,
  'POST /v1/charges': createCharge,
};

async function answer(request: IncomingMessage): Promise<object> {
  const token = (request.headers.authorization ?? '').slice('Bearer '.length);
  if (request.url === '/health') return {};
  if (request.url === '/api/auth/refresh') return refresh(token);
  const call = calls[`${request.method} ${request.url}`];
  if (!call) throw new Error('unknown call');
  return call(verifyToken(TOKEN_KEY, token), request);
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
