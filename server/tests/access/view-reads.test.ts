import { endpoints } from '@kazna/contract/endpoints';
import type { Endpoint } from '@kazna/contract/shared/endpoint';
import { beforeAll, expect, test } from 'vitest';
import { shopForThisFile } from '../support/app-for-file.ts';
import { ask, type RequestParts } from './ask.ts';
import { recordChanges, watchChanges } from './recorded-changes.ts';
import { type Scene, setScene } from './scene.ts';
import { validRequests } from './valid-requests.ts';

const shop = shopForThisFile();
let scene: Scene;
beforeAll(async () => {
  scene = await setScene(shop, { isFrozen: true });
  // Without background work, so that every change is an effect of the call.
  await shop.db.queryText(`create function later() returns trigger language plpgsql as
    $$ begin new.start_after := now() + interval '1 day'; return new; end $$`);
  await shop.db.queryText('create trigger later before insert on pgboss.job for each row execute function later()');
  await recordChanges(shop.db);
});

const reads = Object.entries(endpoints).filter(([, { method, access, path }]: [string, Endpoint]) => {
  // Of tokens, the staff member's own are exchanged.
  const isOfSession = access !== 'public' && access !== 'refresh' && access !== 'eitherToken';
  return method === 'GET' && isOfSession && path.startsWith('/api/');
});

/** A document is drawn when it is first asked for, by whomever. */
const drawn = ['closing_document_files', 'invoice_files'];

test.each(reads)('%s by staff who view a cabinet changes nothing', async (name, endpoint: Endpoint) => {
  const { viewer } = scene.cast;
  const sending = (await validRequests[name]?.(scene, viewer)) as RequestParts;
  const readChanges = await watchChanges(shop.db);
  const { status } = await ask(shop.url, endpoint, sending, viewer.token);
  expect(status).toBeLessThan(500);
  const changed = (await readChanges()).map((line) => line.split(' ', 1)[0] ?? '');
  expect(changed.filter((table) => !drawn.includes(table))).toEqual([]);
});
