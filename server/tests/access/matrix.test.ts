import { endpoints } from '@kazna/contract/endpoints';
import type { Endpoint } from '@kazna/contract/shared/endpoint';
import { beforeAll, describe, expect, test } from 'vitest';
import { shopForThisFile } from '../support/app-for-file.ts';
import { accessTable, type CallerName, callers, type Expected } from './access-table.ts';
import { ask, codeOf, type RawResponse, type RequestParts } from './ask.ts';
import { withNearMissIds } from './near-miss-ids.ts';
import { recordChanges, watchChanges } from './recorded-changes.ts';
import { requestsOfAccounts } from './requests-of-accounts.ts';
import { reusedScene, type Scene, setScene } from './scene.ts';
import { validRequests } from './valid-requests.ts';

const shop = shopForThisFile();

test('the access table has a line for every endpoint of the contract and no other', () => {
  expect(accessTable.map(([name]) => name).toSorted()).toEqual(Object.keys(endpoints).toSorted());
  for (const [, expected] of accessTable) expect(Object.keys(expected)).toEqual(callers);
});

/** For an anonymous caller the request is the owner's. */
const somebodyFor = ({ cast }: Scene, caller: CallerName) => cast[caller === 'anonymous' ? 'owner' : caller];
const requestOf = async (scene: Scene, name: string, caller: CallerName) =>
  (await validRequests[name]?.(scene, somebodyFor(scene, caller))) as RequestParts;

async function prepare(scene: Scene, name: string, caller: CallerName, shared?: RequestParts) {
  const sending = shared ?? (await requestOf(scene, name, caller));
  const token = caller === 'anonymous' ? undefined : somebodyFor(scene, caller).token;
  return { caller, send: (other = sending) => ask(shop.url, endpoints[name] as Endpoint, other, token), sending };
}

const cells = (isWanted: (expected: Expected) => boolean) =>
  accessTable.flatMap(([name, expected]) => {
    const wanted = callers.filter((caller) => isWanted(expected[caller]));
    const answers = Object.fromEntries(wanted.map((caller) => [caller, expected[caller]]));
    return wanted.length > 0 ? [{ title: `${name} to ${wanted.join(', ')}`, name, wanted, answers }] : [];
  });
const isRefusal = ({ code }: Expected) => code !== undefined;
const summary = (answer: RawResponse): Expected => {
  const code = codeOf(answer);
  return { status: answer.status, ...(code && { code }) };
};

/** Refused because of the caller, not because of the target. */
function isAtTheDoor(name: string, { status }: RawResponse): boolean {
  const { method, path } = endpoints[name] as Endpoint;
  const isDoor =
    status === 401 || status === 403 || path.startsWith('/api/admin/') || path.includes('{organizationId}');
  return method !== 'GET' && status !== 409 && isDoor;
}

/** Runs first, while no allowed call has started a job that changes something. */
describe('refused calls', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await setScene(shop, { isFrozen: true });
    await recordChanges(shop.db);
  });

  test.each(cells(isRefusal))('$title is refused and changes nothing', async ({ name, wanted, answers }) => {
    // Nobody uses it up. Only requests about accounts differ from caller to caller.
    const shared = name in requestsOfAccounts ? undefined : await requestOf(scene, name, 'owner');
    const calls = [];
    for (const caller of wanted) calls.push(await prepare(scene, name, caller, shared));
    const readChanges = await watchChanges(shop.db);
    const found: Record<string, Expected> = {};
    for (const { caller, send, sending } of calls) {
      const answer = await send();
      found[caller] = summary(answer);
      // A refusal reveals neither existence nor validation errors.
      if (answer.status === 404) expect(await send(withNearMissIds(sending))).toEqual(answer);
      if (isAtTheDoor(name, answer)) expect(await send({ ...sending, body: { wrong: true } })).toEqual(answer);
    }
    expect(found).toEqual(answers);
    expect(await readChanges()).toEqual([]);
  });
});

describe('allowed calls', () => {
  const intactScene = reusedScene(shop);

  test.each(cells((expected) => !isRefusal(expected)))('$title is allowed', async ({ name, wanted, answers }) => {
    const intact = await intactScene();
    const found: Record<string, Expected> = {};
    for (const caller of wanted) found[caller] = summary(await (await prepare(intact, name, caller)).send());
    expect(found).toEqual(answers);
  });
});
