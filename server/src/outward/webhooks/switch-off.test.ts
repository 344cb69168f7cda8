import { beforeAll, expect, test } from 'vitest';
import { jobContext } from '../../../tests/support/job-context.ts';
import { newKey } from '../../../tests/support/keys.ts';
import { receiverForThisTest, webhooksForThisFile } from '../../../tests/support/webhooks-for-file.ts';
import { listLetters } from '../../platform/mail/mailbox-store.ts';
import { createMailer } from '../../platform/mail/mailer.ts';
import { revokeKey } from '../keys/keys.ts';
import { replayFailed } from './deliveries.ts';
import { createEndpoint } from './endpoints.ts';
import { alertStaff, webhookJobs } from './jobs.ts';

const testbed = webhooksForThisFile();
const admin = { id: '01890000-0000-7000-8000-000000000001', email: 'ops@example.com' };

beforeAll(async () => {
  await testbed.current.db.queryText(
    `insert into users (id, email, name, password_hash, referral_code, email_verified_at, operator_role)
     values ($1, $2, 'Ольга', 'none', 'AAAA1111', now(), 'admin')`,
    [admin.id, admin.email],
  );
});

async function failedFor(endpointId: string, hours: number): Promise<void> {
  await testbed.current.db.queryText(
    `update webhook_endpoints set failing_since = now() - make_interval(hours => $2), last_failure_at = now()
     where id = $1`,
    [endpointId, hours],
  );
  await testbed.current.record(1);
}

/** Runs the letters' jobs and returns the subjects of what the administrator got. */
async function subjects(): Promise<string[]> {
  const { db } = testbed.current;
  const mailer = createMailer(db, { smtpUrl: undefined, from: 'kazna@example.com', senderName: 'Казна' });
  const [handler] = webhookJobs({ db, mailer });
  const { rows } = await db.queryText("delete from pgboss.job where name = 'webhook-letter' returning data");
  for (const { data } of rows) await handler?.run(data as never, jobContext);
  return (await listLetters(db, admin.email, 100)).map(({ subject }) => subject).reverse();
}

test('staff get a letter half way and one at the end, when the endpoint is switched off', async () => {
  const { db } = testbed.current;
  const { id } = await testbed.current.addEndpoint('http://127.0.0.1:9/hook?token=sixpence');
  testbed.current.startLoop();
  const attempts = async () =>
    (await db.queryText('select count(*)::int as count from webhook_attempts')).rows[0]?.count as number;
  await failedFor(id, 30);
  await expect.poll(attempts).toBe(1);
  expect(await subjects()).toEqual([]);
  await failedFor(id, 61);
  await expect.poll(attempts).toBe(2);
  await failedFor(id, 70);
  await expect.poll(attempts).toBe(3);
  expect(await subjects()).toEqual(['Вебхуки не доходят: 127.0.0.1:9']);
  await failedFor(id, 121);
  await expect.poll(() => testbed.current.countByStatus(id)).toEqual({ failed: 4 });
  expect(await subjects()).toEqual(['Вебхуки не доходят: 127.0.0.1:9', 'Вебхуки отключены: 127.0.0.1:9']);
  const { rows } = await db.queryText('select is_enabled, disabled_reason from webhook_endpoints');
  expect(rows).toEqual([{ is_enabled: false, disabled_reason: 'failing' }]);
  const letters = await listLetters(db, admin.email, 100);
  expect(JSON.stringify(letters)).not.toContain('sixpence');
});

test('staff get three letters a day about an endpoint that goes off again and again, and those about others still come', async () => {
  const { db, queue } = testbed.current;
  const [noisy, other] = [
    await testbed.current.addEndpoint('http://127.0.0.1:7/noisy'),
    await testbed.current.addEndpoint('http://127.0.0.1:10/other'),
  ];
  const goesOff = (endpointId: string) => db.transaction((tx) => alertStaff(tx, queue, { endpointId, reason: 'gone' }));
  for (let turn = 0; turn < 10; turn += 1) await goesOff(noisy.id);
  await goesOff(other.id);
  const received = await subjects();
  expect(received.filter((subject) => subject === 'Вебхуки отключены: 127.0.0.1:7')).toHaveLength(3);
  expect(received.filter((subject) => subject === 'Вебхуки отключены: 127.0.0.1:10')).toHaveLength(1);
});

async function endpointOfKey(url: string, scopes?: Parameters<typeof newKey>[1]) {
  const { db, context } = testbed.current;
  const { id: keyId } = await newKey(testbed.current, scopes);
  const actor = { id: keyId, address: '127.0.0.1' };
  const { id } = await db.transaction((tx) => createEndpoint(tx, context, actor, { url, types: ['*'] }));
  return { id, keyId };
}

const stateOf = async (id: string) =>
  (await testbed.current.db.queryText('select is_enabled, disabled_reason from webhook_endpoints where id = $1', [id]))
    .rows[0];
const stoppedWithKey = { is_enabled: false, disabled_reason: 'key_stopped' };

test('a revoked key’s addresses get nothing more, replays included, while those of other keys do', async () => {
  const { db, queue, record, startLoop, countByStatus } = testbed.current;
  const target = await receiverForThisTest();
  const { id, keyId } = await endpointOfKey(target.url);
  const { id: otherId } = await endpointOfKey((await receiverForThisTest()).url);
  await db.queryText(
    `insert into webhook_deliveries (endpoint_id, event_id, event_type, body, status)
     values ($1, gen_random_uuid(), 'webhook.test', '{}', 'failed')`,
    [id],
  );
  const actor = { id: admin.id, address: '127.0.0.1' };
  await db.transaction((tx) => replayFailed(tx, actor, { endpointId: id, since: '2026-01-01T00:00:00Z' }));
  await db.transaction((tx) => revokeKey(tx, queue, actor, keyId));
  startLoop();
  await record(3);
  await expect.poll(() => countByStatus(otherId)).toEqual({ succeeded: 3 });
  expect(await countByStatus(id)).toEqual({ failed: 1 });
  expect(target.requests).toEqual([]);
  expect(await stateOf(id)).toEqual(stoppedWithKey);
  const { rows } = await db.queryText(
    "select details from audit_log where action = 'webhook.changed' and actor_id = $1",
    [admin.id],
  );
  expect(rows).toEqual([{ details: { url: target.url, enabled: 'false' } }]);
  expect(await subjects()).toContain(`Вебхуки отключены: ${new URL(target.url).host}`);
});

test('an expired key’s addresses, and one that a revoked key added at the last moment, are switched off', async () => {
  const { db, record, startLoop, countByStatus } = testbed.current;
  const target = await receiverForThisTest();
  const [expired, late] = [await endpointOfKey(target.url), await endpointOfKey(target.url)];
  const { id: ofProduct } = await testbed.current.addEndpoint((await receiverForThisTest()).url);
  await db.queryText('update api_keys set expires_at = now() where id = $1', [expired.keyId]);
  await db.queryText('update api_keys set revoked_at = now() where id = $1', [late.keyId]);
  await record(3);
  startLoop();
  startLoop();
  await expect.poll(() => countByStatus(ofProduct)).toEqual({ succeeded: 3 });
  expect(target.requests).toEqual([]);
  for (const { id } of [expired, late]) expect(await stateOf(id)).toEqual(stoppedWithKey);
  const { host } = new URL(target.url);
  expect((await subjects()).filter((subject) => subject === `Вебхуки отключены: ${host}`)).toHaveLength(2);
});
