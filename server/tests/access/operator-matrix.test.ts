import { randomUUID } from 'node:crypto';
import { type Scope, scopes } from '@kazna/contract/shared/scopes';
import { operatorEndpoints } from '@kazna/contract/v1/endpoints';
import { beforeAll, describe, expect, test } from 'vitest';
import { shopForThisFile } from '../support/app-for-file.ts';
import { topUp } from '../support/charges.ts';
import { newKey } from '../support/keys.ts';
import { openCompany, signedInPerson } from '../support/organizations.ts';
import { ask, type RequestParts } from './ask.ts';
import { withNearMissIds } from './near-miss-ids.ts';
import { type OperatorScene, operatorTable } from './operator-requests.ts';
import { recordChanges, watchChanges } from './recorded-changes.ts';

const shop = shopForThisFile();
let scene: OperatorScene;
const keys = {} as Record<Scope, string>;
/** May have events sent and reach addresses of others. */
let manager: string;
beforeAll(async () => {
  const { id: organizationId } = await openCompany(shop, await signedInPerson(shop));
  scene = { shop, organizationId };
  await topUp(shop, organizationId, 100_000);
  manager = (await newKey(shop, ['webhooks:write', 'webhooks:manage', 'events:read'])).key;
  for (const scope of scopes) keys[scope] = (await newKey(shop, [scope])).key;
  // Or a key's first use, and one of each minute after it, would look like an effect of the call under test.
  await shop.db.queryText("update api_keys set last_used_at = now() + interval '1 day'");
  await recordChanges(shop.db);
});

const names = Object.keys(operatorTable);
const scopeOf = (name: string) => operatorTable[name]?.[0] as Scope;
const endpointOf = (name: string) => operatorEndpoints[name] as (typeof operatorEndpoints)[string];

/** A POST gets an idempotency key of its own. */
async function requestOf(name: string): Promise<RequestParts> {
  const parts = (await operatorTable[name]?.[1](scene)) as RequestParts;
  return endpointOf(name).method === 'POST' ? { ...parts, headers: { 'idempotency-key': randomUUID() } } : parts;
}
const wrongBody = (name: string): RequestParts => (endpointOf(name).method === 'GET' ? {} : { body: { wrong: true } });
const send = (name: string, parts: RequestParts, key: string) => ask(shop.url, endpointOf(name), parts, key);

test('the table of scopes has a line for every operation of the operator API and no other', () => {
  expect(names.toSorted()).toEqual(Object.keys(operatorEndpoints).toSorted());
});

describe('refused calls', () => {
  test.each(names)('%s is refused to every other scope, naming the missing one, and changes nothing', async (name) => {
    const parts = await requestOf(name);
    const readChanges = await watchChanges(shop.db);
    for (const scope of scopes.filter((one) => one !== scopeOf(name))) {
      const answer = await send(name, parts, keys[scope]);
      expect(answer.status).toBe(403);
      expect(JSON.parse(answer.text)).toMatchObject({ code: 'scope_missing', requiredScope: scopeOf(name) });
      // The answer shows neither existence nor validation errors.
      expect(await send(name, withNearMissIds(parts), keys[scope])).toEqual(answer);
      expect(await send(name, { ...parts, ...wrongBody(name) }, keys[scope])).toEqual(answer);
    }
    expect(await readChanges()).toEqual([]);
  });

  test.each(names)('%s answers 401 without a key, before it validates the input', async (name) => {
    const answer = await ask(shop.url, endpointOf(name), { ...(await requestOf(name)), ...wrongBody(name) });
    expect(answer.status).toBe(401);
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'unauthorized' });
  });
});

describe('missing objects', () => {
  const withIds = names.filter((name) => endpointOf(name).params);
  test.each(withIds)('%s answers 404 for a missing or malformed id and changes nothing', async (name) => {
    const key = keys[scopeOf(name)];
    const parts = await requestOf(name);
    const readChanges = await watchChanges(shop.db);
    const answer = await send(name, { ...parts, params: missingIds(parts) }, key);
    expect(answer.status).toBe(404);
    for (const id of ['not-an-id', "' or 1=1 --", '\u{1f4b0}', 'a'.repeat(201)]) {
      const params = Object.fromEntries(Object.keys(parts.params ?? {}).map((param) => [param, id]));
      expect(await send(name, { ...parts, params }, key)).toEqual(answer);
    }
    expect(await readChanges()).toEqual([]);
  });

  const missingIds = ({ params = {} }: RequestParts) =>
    Object.fromEntries(Object.keys(params).map((param) => [param, randomUUID()]));
});

const posts = names.filter((name) => endpointOf(name).method === 'POST' && endpointOf(name).headers);
test.each(posts)('%s answers 400 without an idempotency key and changes nothing', async (name) => {
  const parts = await requestOf(name);
  const readChanges = await watchChanges(shop.db);
  const answer = await send(name, { ...parts, headers: {} }, keys[scopeOf(name)]);
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.text).errors).toEqual([{ path: 'idempotency-key', message: 'Required' }]);
  expect(await readChanges()).toEqual([]);
});

test.each(names)('%s is allowed with its scope', async (name) => {
  const answer = await send(
    name,
    await requestOf(name),
    name.includes('Webhook') || name.includes('Deliver') ? manager : keys[scopeOf(name)],
  );
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: endpointOf(name).status });
});
