import { endpoints } from '@kazna/contract/endpoints';
import type { Endpoint } from '@kazna/contract/shared/endpoint';
import { beforeAll, expect, test } from 'vitest';
import { shopForThisFile } from '../support/app-for-file.ts';
import { confirmSessions } from '../support/staff.ts';
import { alwaysConfirmed } from './access-table.ts';
import { ask, codeOf, type RequestParts } from './ask.ts';
import { recordChanges, watchChanges } from './recorded-changes.ts';
import { type Scene, setScene } from './scene.ts';
import { validRequests } from './valid-requests.ts';

const shop = shopForThisFile();
let scene: Scene;
beforeAll(async () => {
  scene = await setScene(shop, { isFrozen: true });
  // A sign-in a moment ago would be proof enough for some.
  await shop.db.queryText("update sessions set created_at = now() - interval '1 hour'");
  // Without background work, so that every change is an effect of the call.
  await shop.db.queryText(`create function later() returns trigger language plpgsql as
    $$ begin new.start_after := now() + interval '1 day'; return new; end $$`);
  await shop.db.queryText('create trigger later before insert on pgboss.job for each row execute function later()');
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

test('an access rule that asks for a confirmation declares its problem', () => {
  const byRule = Object.entries(endpoints).filter(
    ([, { access }]: [string, Endpoint]) => typeof access === 'object' && 'isConfirmed' in access,
  );
  expect(byRule.filter(([name]) => !asking.some(([other]) => other === name)).map(([name]) => name)).toEqual([]);
});

test('endpoints that redirect money or give power declare that they ask for a confirmation', () => {
  const dependingOnBody = Object.keys(powerful);
  expect(asking.map(([name]) => name).toSorted()).toEqual([...alwaysConfirmed, ...dependingOnBody].toSorted());
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
  // A payment without a provider is not refunded.
  const { status } = await ask(shop.url, endpoint, sending, staffAdmin.token);
  expect(status === 409 ? name : status).toSatisfy((it) => it === 'refundPaymentAsStaff' || Number(it) < 300);
});
