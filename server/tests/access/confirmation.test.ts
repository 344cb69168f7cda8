import { endpoints } from '@kazna/contract/endpoints';
import type { Endpoint } from '@kazna/contract/shared/endpoint';
import { beforeAll, expect, test } from 'vitest';
import { shopForThisFile } from '../support/app-for-file.ts';
import { confirmSessions } from '../support/staff.ts';
import { ask, codeOf, type RequestParts } from './ask.ts';
import { recordChanges, watchChanges } from './recorded-changes.ts';
import { type Scene, setScene } from './scene.ts';
import { validRequests } from './valid-requests.ts';

const shop = shopForThisFile();
let scene: Scene;
beforeAll(async () => {
  scene = await setScene(shop, { isFrozen: true });
  await recordChanges(shop.db);
});

const reason = 'Просьба владельца';
/** Where only some of what the endpoint does asks for it. */
const powerful: Record<string, object> = {
  updateUser: { operatorRole: 'admin', reason },
  updateWebhook: { url: 'https://elsewhere.test/' },
};

const asking = Object.entries(endpoints).filter(([, { problems }]: [string, Endpoint]) =>
  problems?.includes('confirmation_required'),
);

test('what redirects money or gives power declares that it asks for a confirmation', () => {
  expect(asking.map(([name]) => name).toSorted()).toEqual([
    'createKey',
    'createWebhook',
    'disableUserSecondFactor',
    'renewWebhookSecret',
    'rollKey',
    'updateBusiness',
    'updateUser',
    'updateWebhook',
  ]);
});

test.each(asking)('%s is refused to an access token alone and changes nothing', async (name, endpoint: Endpoint) => {
  const { staffAdmin } = scene.cast;
  const sending = {
    ...((await validRequests[name]?.(scene, staffAdmin)) as RequestParts),
    ...(powerful[name] && { body: powerful[name] }),
  };
  for (const ago of ['11 minutes', '-1 hours']) {
    await confirmSessions(shop, staffAdmin.id, ago);
    const readChanges = await watchChanges(shop.db);
    const answer = await ask(shop.url, endpoint, sending, staffAdmin.token);
    expect([answer.status, codeOf(answer)]).toEqual([403, 'confirmation_required']);
    expect(await readChanges()).toEqual([]);
  }
  await confirmSessions(shop, staffAdmin.id, '9 minutes');
  expect((await ask(shop.url, endpoint, sending, staffAdmin.token)).status).toBeLessThan(300);
});
