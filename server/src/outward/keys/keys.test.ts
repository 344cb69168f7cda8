import { listAllAudit } from '@kazna/contract/admin/audit';
import * as contract from '@kazna/contract/admin/keys';
import { scopes } from '@kazna/contract/shared/scopes';
import { listOrganizations } from '@kazna/contract/v1/organizations';
import pino from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { databaseRows } from '../../../tests/access/database-state.ts';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { newKey } from '../../../tests/support/keys.ts';
import type { SignedIn } from '../../../tests/support/organizations.ts';
import { newStaff } from '../../../tests/support/staff.ts';
import { newKeyText } from './find-key.ts';

const logged: string[] = [];
const app = appForThisFile({ log: pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) }) });
let admin: SignedIn;
beforeAll(async () => {
  admin = await newStaff(app, 'admin');
});

const form = { name: 'Биллинг', scopes: ['organizations:read' as const] };
const create = async (more: object = {}) =>
  (await app.call(contract.createKey, { body: { ...form, ...more } }, { token: admin.token })).body;
const roll = (keyId: string, overlapHours: number) =>
  app.call(contract.rollKey, { params: { keyId }, body: { overlapHours } }, { token: admin.token });
const revoke = (keyId: string) => app.call(contract.revokeKey, { params: { keyId } }, { token: admin.token });
const list = async () => (await app.call(contract.listKeys, {}, { token: admin.token })).body.items;
const use = (token: string, address?: string) =>
  app.call(listOrganizations, {}, { token, ...(address && { address }) });
const statusOf = async (token: string, address?: string) => (await use(token, address)).status;

describe('a key of the operator API', () => {
  test('a new key is shown once, works at once and is listed by its last four characters', async () => {
    const { id, key } = await create();
    expect(key).toMatch(/^kzn_live_[0-9A-Za-z]{36}$/);
    expect(await statusOf(key)).toBe(200);
    const listed = (await list()).find((one) => one.id === id);
    expect(listed).toMatchObject({ ...form, hint: key.slice(-4), status: 'active', createdBy: 'Ольга', networks: [] });
    expect(JSON.stringify(await list())).not.toContain(key);
  });

  test.each(['', 'Bearer', 'Bearer nonsense', `Bearer ${newKeyText()}`, `Basic ${newKeyText()}`])(
    'the credential «%s» answers 401 in English',
    async (authorization) => {
      const response = await app.app.inject({ url: '/v1/organizations', headers: { authorization } });
      expect(response.statusCode).toBe(401);
      expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
      expect(response.json()).toMatchObject({ status: 401, code: 'unauthorized', title: 'Unknown key' });
    },
  );

  test('a session’s token is no key, and a key is no session’s token', async () => {
    expect(await statusOf(admin.token)).toBe(401);
    const { key } = await create({ scopes: [...scopes] });
    expect((await app.call(contract.listKeys, {}, { token: key })).status).toBe(401);
  });

  test('a key without the scope gets 403 that names the scope', async () => {
    const { key } = await create({ scopes: ['charges:write'] });
    const { status, body } = await use(key);
    expect(status).toBe(403);
    expect(body).toMatchObject({ code: 'scope_missing', requiredScope: 'organizations:read' });
  });

  test('a network written as IPv4-mapped IPv6 admits the IPv4 addresses that it means', async () => {
    const { key } = await create({ networks: ['::ffff:192.0.2.7', '::ffff:10.0.0.0/104'] });
    for (const address of ['192.0.2.7', '10.1.2.3']) expect((await use(key, address)).status).toBe(200);
    for (const address of ['192.0.2.8', '11.0.0.1']) expect((await use(key, address)).status).toBe(403);
  });

  test('a key with networks is refused from anywhere else', async () => {
    const { key } = await create({ networks: ['10.0.0.0/8', '192.0.2.7', '2001:db8::/32'] });
    expect(await statusOf(key, '10.1.2.3')).toBe(200);
    expect(await statusOf(key, '192.0.2.7')).toBe(200);
    expect(await statusOf(key, '2001:db8::5')).toBe(200);
    expect(await use(key, '192.0.2.8')).toMatchObject({ status: 403, body: { code: 'network_not_allowed' } });
    expect(await statusOf(key, '2001:db9::5')).toBe(403);
  });

  test('an expired key is unknown', async () => {
    const { id, key } = await create({ expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
    expect(await statusOf(key)).toBe(200);
    await app.db.queryText("update api_keys set expires_at = now() - interval '1 second' where id = $1", [id]);
    expect(await statusOf(key)).toBe(401);
    expect((await list()).find((one) => one.id === id)).toMatchObject({ status: 'expired' });
  });

  test('a key that has expired already is not created', async () => {
    const body = { ...form, expiresAt: '2020-01-01T00:00:00Z' };
    const answer = await app.call(contract.createKey, { body }, { token: admin.token });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'expiresAt' }] } });
  });

  test('a revoked key stops at once, and revoking it again changes nothing', async () => {
    const { id, key } = await create();
    expect((await revoke(id)).status).toBe(204);
    expect(await statusOf(key)).toBe(401);
    expect((await revoke(id)).status).toBe(204);
    expect(await roll(id, 1)).toMatchObject({ status: 409, body: { code: 'key_revoked' } });
    const entries = (await readLog()).filter(({ action }) => action === 'key.revoked');
    expect(entries).toHaveLength(1);
  });
});

describe('a roll', () => {
  test('a roll leaves the id, and both keys work until the overlap is over', async () => {
    const first = await create();
    const second = (await roll(first.id, 24)).body;
    expect(second.id).toBe(first.id);
    expect([await statusOf(first.key), await statusOf(second.key)]).toEqual([200, 200]);
    expect((await list()).find(({ id }) => id === first.id)).toMatchObject({
      hint: second.key.slice(-4),
      previousWorksUntil: expect.any(String),
    });
    await app.db.queryText('update api_key_secrets set expires_at = now() where key_id = $1 and expires_at > now()', [
      first.id,
    ]);
    expect([await statusOf(first.key), await statusOf(second.key)]).toEqual([401, 200]);
  });

  test('a roll without an overlap stops the old key at once', async () => {
    const first = await create();
    const second = (await roll(first.id, 0)).body;
    expect([await statusOf(first.key), await statusOf(second.key)]).toEqual([401, 200]);
  });

  test('a roll never prolongs a key that an earlier roll stops sooner', async () => {
    const first = await create();
    await roll(first.id, 1);
    await roll(first.id, 100);
    const { rows } = await app.db.queryText(
      "select count(*)::int as n from api_key_secrets where key_id = $1 and expires_at > now() + interval '2 hours'",
      [first.id],
    );
    expect(rows[0]?.n).toBe(1);
  });

  test('after a roll and a revocation neither the old nor the new key works', async () => {
    const first = await create();
    const second = (await roll(first.id, 24)).body;
    await revoke(first.id);
    expect([await statusOf(first.key), await statusOf(second.key)]).toEqual([401, 401]);
  });
});

test('the last use of a key is stored once a minute at most', async () => {
  const { id, key } = await newKey(app);
  await use(key, '192.0.2.9');
  await expect
    .poll(async () => (await list()).find((one) => one.id === id))
    .toMatchObject({ lastUsedAt: expect.any(String), lastUsedAddress: '192.0.2.9' });
  await use(key, '192.0.2.10');
  expect((await list()).find((one) => one.id === id)).toMatchObject({ lastUsedAddress: '192.0.2.9' });
});

async function readLog() {
  return (await app.call(listAllAudit, { query: { limit: 100 } }, { token: admin.token })).body.items;
}

test('neither the log, nor the audit log, nor any row holds a key', async () => {
  const { id, key } = await create({ scopes: ['charges:write'] });
  const rolled = (await roll(id, 1)).body.key;
  await use(key);
  await use(rolled);
  await app.app.inject({ url: `/v1/organizations?cursor=${key}`, headers: { authorization: `Bearer ${key}` } });
  await app.app.inject({ url: `/v1/organizations/${key}`, headers: { authorization: `Bearer ${key}` } });
  await app.app.inject({ url: '/v1/nothing', headers: { authorization: `Bearer ${key}` } });
  await app.db.queryText('alter table api_keys rename to api_keys_gone');
  const broken = await use(key);
  await app.db.queryText('alter table api_keys_gone rename to api_keys');
  expect(broken.status).toBe(500);
  expect(logged.length).toBeGreaterThan(0);
  const everything = [...logged, ...(await databaseRows(app.db)), JSON.stringify(broken.body)].join('\n');
  for (const secret of [key, rolled]) {
    expect(everything).not.toContain(secret);
    expect(everything).not.toContain(secret.slice('kzn_live_'.length, -4));
  }
  const actions = (await readLog()).filter(({ details }) => details.name === form.name).map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(['key.created', 'key.rolled', 'key.revoked']));
});
