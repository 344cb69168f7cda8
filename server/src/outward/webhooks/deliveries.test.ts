import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { freePort } from '../../../tests/support/postgres.ts';
import type { Receiver } from '../../../tests/support/receiver.ts';
import { jobActor } from '../../../tests/support/webhooks.ts';
import { receiverForThisTest, webhooksForThisFile } from '../../../tests/support/webhooks-for-file.ts';
import { rotateSecret } from './endpoints.ts';

const testbed = webhooksForThisFile();

const idsAt = ({ requests }: Receiver) => requests.map(({ headers }) => headers['webhook-id'] as string);
const sentTo = async (endpointId: string) => (await testbed.current.countByStatus(endpointId)).succeeded ?? 0;
const dueNow = () =>
  testbed.current.db.queryText("update webhook_deliveries set next_attempt_at = now() where status = 'pending'");
const endpointRow = async (id: string) =>
  (await testbed.current.db.queryText('select * from webhook_endpoints where id = $1', [id])).rows[0];

test('every event reaches the endpoint once, signed, with the id and body of the event', async () => {
  const target = await receiverForThisTest();
  await testbed.current.record(1);
  const { id, secret } = await testbed.current.addEndpoint(target.url);
  testbed.current.startLoop();
  const organizations = await testbed.current.record(30);
  await expect.poll(() => sentTo(id)).toBe(30);
  const bodies = target.requests.map(({ body, headers }) =>
    new Webhook(secret).verify(body, headers as Record<string, string>),
  ) as { id: string; type: string; timestamp: string; organizationId: string; data: object }[];
  expect(bodies.map(({ organizationId }) => organizationId).sort()).toEqual(organizations.sort());
  for (const body of bodies)
    expect(body).toEqual({
      id: expect.any(String),
      type: 'balance.changed',
      timestamp: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      organizationId: body.organizationId,
      data: { organizationId: body.organizationId },
    });
  expect(idsAt(target)).toEqual(bodies.map((body) => body.id));
  expect(new Set(idsAt(target)).size).toBe(30);
});

test('an endpoint gets the types that it asked for and no others', async () => {
  const target = await receiverForThisTest();
  const { id } = await testbed.current.addEndpoint(target.url, { types: ['member.joined', 'member.left'] });
  testbed.current.startLoop();
  await testbed.current.record(3, 'member.left');
  await testbed.current.record(3, 'balance.changed');
  await testbed.current.record(3, 'member.joined');
  await expect.poll(() => sentTo(id)).toBe(6);
  expect(target.requests.every(({ body }) => JSON.parse(body).type.startsWith('member.'))).toBe(true);
});

test('while six endpoints misbehave, each in its way, every delivery of the seventh goes through', async () => {
  const inner = await receiverForThisTest();
  const hanging = await receiverForThisTest(() => {});
  const redirecting = await receiverForThisTest((response) => response.writeHead(307, { location: inner.url }).end());
  const gone = await receiverForThisTest((response) => response.writeHead(410).end());
  const busy = await receiverForThisTest((response) => response.writeHead(429, { 'retry-after': '600' }).end());
  const huge = await receiverForThisTest((response) => response.end(Buffer.alloc(10_000_000, 'x')));
  const bad = [`http://127.0.0.1:${await freePort()}/`, hanging.url, redirecting.url, gone.url, busy.url];
  const ids: string[] = [];
  for (const url of bad) ids.push((await testbed.current.addEndpoint(url)).id);
  const [deadId, hangingId, redirectingId, goneId, busyId] = ids as [string, string, string, string, string];
  const { id: hugeId } = await testbed.current.addEndpoint(huge.url);
  const good = await receiverForThisTest();
  const { id: goodId } = await testbed.current.addEndpoint(good.url);
  testbed.current.startLoop();
  await testbed.current.record(20);
  await expect.poll(() => sentTo(goodId), { timeout: 15_000 }).toBe(20);
  await expect.poll(() => hanging.requests.length).toBe(8);
  await testbed.current.record(20);
  await expect.poll(() => sentTo(goodId), { timeout: 15_000 }).toBe(40);
  // The hanging ones hang all the while: nobody waited for them.
  expect(hanging.requests).toHaveLength(8);
  expect(await testbed.current.countByStatus(hangingId)).toEqual({ pending: 40 });
  expect(await testbed.current.countByStatus(deadId)).toEqual({ pending: 40 });
  expect(await testbed.current.countByStatus(redirectingId)).toEqual({ pending: 40 });
  await expect.poll(() => testbed.current.countByStatus(hugeId), { timeout: 15_000 }).toEqual({ succeeded: 40 });
  expect(inner.requests).toEqual([]);
  // Retry-After is kept: what ran already when the first answer came is all that was sent.
  expect(busy.requests.length).toBeLessThanOrEqual(8);
  expect(await testbed.current.countByStatus(busyId)).toEqual({ pending: 40 });
  expect(await endpointRow(goneId)).toMatchObject({ is_enabled: false, disabled_reason: 'gone' });
  expect((await testbed.current.countByStatus(goneId)).pending).toBeUndefined();
  expect(gone.requests.length).toBeLessThanOrEqual(8);
}, 60_000);

test('a retry sends the same id and bytes with a timestamp of its own', async () => {
  const statuses = [500, 302, 200];
  const target = await receiverForThisTest((response) => response.writeHead(statuses.shift() ?? 200).end());
  const { id, secret } = await testbed.current.addEndpoint(target.url);
  let now = new Date();
  testbed.current.startLoop({ now: () => now });
  await testbed.current.record(1);
  for (const attempt of [1, 2]) {
    await expect.poll(() => attemptsOf(id)).toBe(attempt);
    now = new Date(now.getTime() + 60_000);
    await dueNow();
  }
  await expect.poll(() => sentTo(id)).toBe(1);
  expect(new Set(idsAt(target)).size).toBe(1);
  expect(new Set(target.requests.map(({ body }) => body)).size).toBe(1);
  const times = target.requests.map(({ headers }) => Number(headers['webhook-timestamp']));
  expect(times.map((time) => time - (times[0] ?? 0))).toEqual([0, 60, 120]);
  const [last] = target.requests.slice(-1);
  expect(new Webhook(secret).verify(last?.body ?? '', last?.headers as Record<string, string>)).toBeTruthy();
});

async function attemptsOf(endpointId: string): Promise<number> {
  const { rows } = await testbed.current.db.queryText(
    'select coalesce(sum(attempts), 0)::int as attempts from webhook_deliveries where endpoint_id = $1 and lease is null',
    [endpointId],
  );
  return rows[0]?.attempts as number;
}

test('every secret signs until its overlap is over, however often it is rotated meanwhile', async () => {
  const target = await receiverForThisTest();
  const { id, secret } = await testbed.current.addEndpoint(target.url);
  testbed.current.startLoop();
  const rotate = async (overlapHours: number) =>
    (
      await testbed.current.db.transaction((tx) =>
        rotateSecret(tx, testbed.current.context, jobActor, { id, overlapHours }),
      )
    ).secret;
  const secrets = [secret, await rotate(1), await rotate(24)];
  const verifies = (by: string) => {
    const { body, headers } = target.requests.at(-1) ?? { body: '', headers: {} };
    try {
      return Boolean(new Webhook(by).verify(body, headers as Record<string, string>));
    } catch {
      return false;
    }
  };
  let sent = 0;
  const verifying = async () => {
    await testbed.current.record(1);
    sent += 1;
    await expect.poll(() => sentTo(id)).toBe(sent);
    return secrets.map(verifies);
  };
  expect(await verifying()).toEqual([true, true, true]);
  await testbed.current.db.queryText(
    "update webhook_previous_secrets set expires_at = expires_at - interval '1 hour' where endpoint_id = $1",
    [id],
  );
  expect(await verifying()).toEqual([false, true, true]);
  secrets.push(await rotate(0));
  expect(await verifying()).toEqual([false, false, false, true]);
});

test('no row of the database holds a secret as it is', async () => {
  const { secret } = await testbed.current.addEndpoint('http://127.0.0.1:9/');
  const { rows } = await testbed.current.db.queryText(
    'select w::text as text from webhook_endpoints w union all select a::text from audit_log a',
  );
  expect(rows.map(({ text }) => text).join()).not.toContain(secret.slice('whsec_'.length));
});
