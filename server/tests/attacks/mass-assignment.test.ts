import { endpoints } from '@kazna/contract/endpoints';
import type { Endpoint } from '@kazna/contract/shared/endpoint';
import { beforeAll, describe, expect, test } from 'vitest';
import { uuidv7 } from '../../src/platform/db/uuid.ts';
import { callerWhoMay } from '../access/access-table.ts';
import { ask, type RequestParts } from '../access/ask.ts';
import { bodyFields, withBody } from '../access/contract-places.ts';
import { databaseState, watchRows } from '../access/database-state.ts';
import { type Scene, setScene } from '../access/scene.ts';
import { validRequests } from '../access/valid-requests.ts';
import { shopForThisFile } from '../support/app-for-file.ts';

const shop = shopForThisFile();
beforeAll(async () => {
  // Without background work, so that every change is an effect of the call.
  await shop.db.queryText(`create function later() returns trigger language plpgsql as
    $$ begin new.start_after := now() + interval '1 day'; return new; end $$`);
  await shop.db.queryText('create trigger later before insert on pgboss.job for each row execute function later()');
});

const givenId = uuidv7();
/** Fields that nobody may set, by names the code is likely to use. */
const privileges = ({ foreignOrganizationId, cast }: Scene): Record<string, unknown> => ({
  id: givenId,
  userId: cast.stranger.id,
  createdBy: cast.stranger.id,
  organizationId: foreignOrganizationId,
  role: 'owner',
  operatorRole: 'admin',
  operator_role: 'admin',
  isAdmin: true,
  status: 'succeeded',
  balance: 1_000_000_000,
  balanceMinor: 1_000_000_000,
  amountMinor: 1_000_000_000,
  refundedMinor: 1_000_000_000,
  currency: 'KZT',
  kind: 'company',
  emailVerifiedAt: '2020-01-01T00:00:00Z',
  createdAt: '2020-01-01T00:00:00Z',
  passwordHash: 'x',
  referrerId: cast.stranger.id,
  returnUrl: 'https://evil.example/',
  source: 'operator',
});

const notCompared = ['provider_notifications', 'ledger_daily_totals'];
const isCompared = (row: string) => !/^ledger_accounts .*"organization_id": null/.test(row);

/** The row without ids and times that differ between runs. */
function withoutChance(row: string, { organizationId, foreignOrganizationId, cast }: Scene): string {
  const names = new Map([
    [givenId, 'the id that was given'],
    [organizationId, 'our organization'],
    [foreignOrganizationId, 'their organization'],
    ...Object.entries(cast).map(([name, { id }]) => [id, name] as const),
  ]);
  return row
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => names.get(id) ?? 'some id')
    .replace(/20(?!20)\d\d-\d\d-\d\dT[\d:.]+(\+00:00|Z)/g, 'some time')
    .replace(/[\w+-]+@example\.ru/g, 'some address')
    .replace(/\\\\x[0-9a-f]+|\$argon2[^"]+/g, 'some bytes')
    .replace(
      /"(referral_code|totp_secret|inn|owned_inn|key|hint|secret|previous_secret|number|match_key|purpose)": "[^"]+"/g,
      '"$1": "some text"',
    )
    .replace(/"(seq|number|last_number)": \d+/g, '"$1": "some number"');
}

/** The effects of a call in a scene of its own. */
async function effectOf(name: string, extras: (scene: Scene) => object) {
  const scene = await setScene(shop, { isFrozen: false });
  const me = scene.cast[callerWhoMay(name)];
  const sending = (await validRequests[name]?.(scene, me)) as RequestParts;
  const readChanges = await watchRows(shop.db, notCompared);
  const body = { ...extras(scene), ...sending.body };
  const { status } = await ask(shop.url, endpoints[name] as Endpoint, { ...sending, body }, me.token);
  const after = (await readChanges()).filter(isCompared);
  return { status, changes: after.map((row) => withoutChance(row, scene)).toSorted() };
}

/** Runs first, while the database is small: its whole state is read for every endpoint. */
describe('prototype pollution', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await setScene(shop, { isFrozen: true });
  });

  test.each(withBody)('%s refuses a prototype in its body and changes nothing', async (name) => {
    const me = scene.cast[callerWhoMay(name)];
    const sending = (await validRequests[name]?.(scene, me)) as RequestParts;
    const before = await databaseState(shop.db);
    for (const poison of [
      '"__proto__":{"role":"owner","operatorRole":"admin"}',
      '"constructor":{"prototype":{"role":"owner","operatorRole":"admin"}}',
      '"\\u005f_proto__":{"role":"owner","operatorRole":"admin"}',
      '"inner":{"__proto__":{"role":"owner","operatorRole":"admin"}}',
    ]) {
      const json = JSON.stringify(sending.body).replace(/}$/, `,${poison}}`);
      const { status } = await ask(shop.url, endpoints[name] as Endpoint, { ...sending, json }, me.token);
      expect([poison, status]).toEqual([poison, 400]);
    }
    expect(await databaseState(shop.db)).toEqual(before);
    expect(({} as Record<string, unknown>).role ?? ({} as Record<string, unknown>).operatorRole).toBeUndefined();
  });
});

describe('unknown fields in bodies', () => {
  test('the rows that a call writes are seen', async () => {
    const { changes } = await effectOf('createOrganization', () => ({}));
    expect(changes.filter((row) => row.startsWith('organizations '))).toHaveLength(1);
    expect(changes.filter((row) => row.startsWith('memberships '))).toHaveLength(1);
  });

  test.each(withBody)('%s ignores unknown fields of its body', async (name) => {
    const own = bodyFields(name);
    const plain = await effectOf(name, () => ({}));
    const greedy = await effectOf(name, (scene) =>
      Object.fromEntries(Object.entries(privileges(scene)).filter(([field]) => !own.has(field))),
    );
    expect(plain.status).toBe(endpoints[name]?.status);
    expect(greedy).toEqual(plain);
  });
});
