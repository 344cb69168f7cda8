import { endpoints } from '@kazna/contract/endpoints';
import type { Endpoint } from '@kazna/contract/shared/endpoint';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Shop, startShop } from '../support/payments.ts';
import { accessTable, type CallerName, callers, type Expected } from './access-table.ts';
import { type Answered, ask, codeOf, type Sending } from './ask.ts';
import { databaseState } from './database-state.ts';
import { missingNeighbours } from './near-miss-ids.ts';
import { type Scene, setScene } from './scene.ts';
import { validRequests } from './valid-requests.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop(inject('databaseUrl'));
});
afterAll(() => shop.close());

test('the table has a line for every endpoint of the contract, and none besides', () => {
  expect(accessTable.map(([name]) => name).toSorted()).toEqual(Object.keys(endpoints).toSorted());
  for (const [, expected] of accessTable) expect(Object.keys(expected)).toEqual(callers);
});

/** As the caller would send it; for somebody without an account it is the owner's. */
async function prepare(scene: Scene, name: string, caller: CallerName) {
  const me = scene.cast[caller === 'anonymous' ? 'owner' : caller];
  const sending = (await validRequests[name]?.(scene, me)) as Sending;
  const token = caller === 'anonymous' ? undefined : me.token;
  return { caller, send: (other = sending) => ask(shop.url, endpoints[name] as Endpoint, other, token), sending };
}

const cells = (isWanted: (expected: Expected) => boolean) =>
  accessTable.flatMap(([name, expected]) => {
    const wanted = callers.filter((caller) => isWanted(expected[caller]));
    const answers = Object.fromEntries(wanted.map((caller) => [caller, expected[caller]]));
    return wanted.length > 0 ? [{ title: `${name} to ${wanted.join(', ')}`, name, wanted, answers }] : [];
  });
const isRefusal = ({ code }: Expected) => code !== undefined;
const summary = (answer: Answered): Expected => {
  const code = codeOf(answer);
  return { status: answer.status, ...(code && { code }) };
};

/** Refused for who calls, and not for what they ask about. */
function isAtTheDoor(name: string, { status }: Answered): boolean {
  const { method, path } = endpoints[name] as Endpoint;
  const isDoor =
    status === 401 || status === 403 || path.startsWith('/api/admin/') || path.includes('{organizationId}');
  return method !== 'GET' && status !== 409 && isDoor;
}

/** First, while nothing has been let through: no job is under way that could change anything by itself. */
describe('is refused, and nothing changes', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await setScene(shop, { isStill: true });
  });

  test.each(cells(isRefusal))('$title', async ({ name, wanted, answers }) => {
    const calls = [];
    for (const caller of wanted) calls.push(await prepare(scene, name, caller));
    const before = await databaseState(shop.db);
    const found: Record<string, Expected> = {};
    for (const { caller, send, sending } of calls) {
      const answer = await send();
      found[caller] = summary(answer);
      // Whoever may not know of it learns nothing from the answer, and nobody is told what their body lacks.
      if (answer.status === 404) expect(await send(missingNeighbours(sending))).toEqual(answer);
      if (isAtTheDoor(name, answer)) expect(await send({ ...sending, body: { wrong: true } })).toEqual(answer);
    }
    expect(found).toEqual(answers);
    expect(await databaseState(shop.db)).toEqual(before);
  });
});

describe('is let through', () => {
  // Reading spends nothing.
  let reading: Scene;
  beforeAll(async () => {
    reading = await setScene(shop, { isStill: false });
  });

  test.each(cells((expected) => !isRefusal(expected)))('$title', async ({ name, wanted, answers }) => {
    const scene = endpoints[name]?.method === 'GET' ? reading : await setScene(shop, { isStill: false });
    const found: Record<string, Expected> = {};
    for (const caller of wanted) found[caller] = summary(await (await prepare(scene, name, caller)).send());
    expect(found).toEqual(answers);
  });
});
