import { endpoints } from '@kazna/contract/endpoints';
import type { Endpoint } from '@kazna/contract/shared/endpoint';
import { beforeAll, describe, expect, test } from 'vitest';
import { uuidv7 } from '../../src/platform/db/uuid.ts';
import { callerWhoMay } from '../access/access-table.ts';
import { ask, type RequestParts } from '../access/ask.ts';
import { bodyFields, withBody } from '../access/contract-places.ts';
import { recordChanges, watchChanges } from '../access/recorded-changes.ts';
import { type Scene, sceneState, setScene } from '../access/scene.ts';
import { validRequests } from '../access/valid-requests.ts';
import { shopForThisFile } from '../support/app-for-file.ts';

const shop = shopForThisFile();
beforeAll(async () => {
  // Without background work, so that every change is an effect of the call.
  await shop.db.queryText(`create function later() returns trigger language plpgsql as
    $$ begin new.start_after := now() + interval '1 day'; return new; end $$`);
  await shop.db.queryText('create trigger later before insert on pgboss.job for each row execute function later()');
  await recordChanges(shop.db);
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

const notCompared =
  /^(provider_notifications|provider_calls|ledger_daily_totals|pgboss.job) |^ledger_accounts .*"organization_id": null/;

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
    .replace(/К-\d+/g, 'К-some number')
    .replace(/\\\\x[0-9a-f]+|\$argon2[^"]+/g, 'some bytes')
    .replace(
      /"(referral_code|totp_secret|inn|owned_inn|key|hint|secret|number|match_key|purpose|credential_id)": "[^"]+"/g,
      '"$1": "some text"',
    )
    .replace(/"(seq|number|place|last_number|version)": \d+/g, '"$1": "some number"');
}

async function effectOf(name: string, scene: Scene, extras: object) {
  const me = scene.cast[callerWhoMay(name)];
  const sending = (await validRequests[name]?.(scene, me)) as RequestParts;
  const readChanges = await watchChanges(shop.db);
  const body = { ...extras, ...sending.body };
  const { status } = await ask(shop.url, endpoints[name] as Endpoint, { ...sending, body }, me.token);
  const after = (await readChanges()).filter((change) => !notCompared.test(change));
  return { status, changes: after.map((row) => withoutChance(row, scene)).toSorted() };
}

describe('prototype pollution', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await setScene(shop, { isFrozen: true });
  });

  test.each(withBody)('%s refuses a prototype in its body and changes nothing', async (name) => {
    const me = scene.cast[callerWhoMay(name)];
    const sending = (await validRequests[name]?.(scene, me)) as RequestParts;
    const readChanges = await watchChanges(shop.db);
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
    expect(await readChanges()).toEqual([]);
    expect(({} as Record<string, unknown>).role ?? ({} as Record<string, unknown>).operatorRole).toBeUndefined();
  });
});

describe('unknown fields in bodies', () => {
  const newScene = () => setScene(shop, { isFrozen: false });
  const statesOf = (scenes: Scene[]) => Promise.all(scenes.map(sceneState));
  let last: { scenes: [Scene, Scene]; states: string[] } | undefined;

  /** Two scenes with the same past. New ones after a failure, and when a call has changed their people or organizations. */
  async function equalScenes(): Promise<NonNullable<typeof last>> {
    const found = last;
    last = undefined;
    if (found && (await statesOf(found.scenes)).join() === found.states.join()) return found;
    const scenes: [Scene, Scene] = [await newScene(), await newScene()];
    return { scenes, states: await statesOf(scenes) };
  }

  test('the watch over mass assignment sees the rows that a call writes', async () => {
    const { changes } = await effectOf('createOrganization', await newScene(), {});
    expect(changes.filter((row) => row.startsWith('organizations '))).toHaveLength(1);
    expect(changes.filter((row) => row.startsWith('memberships '))).toHaveLength(1);
  });

  test.each(withBody)('%s ignores unknown fields of its body', async (name) => {
    const own = bodyFields(name);
    const pair = await equalScenes();
    const [one, other] = pair.scenes;
    const plain = await effectOf(name, one, {});
    const extras = Object.entries(privileges(other)).filter(([field]) => !own.has(field));
    const greedy = await effectOf(name, other, Object.fromEntries(extras));
    expect(plain.status).toBe(endpoints[name]?.status);
    expect(greedy).toEqual(plain);
    last = pair;
  });
});
