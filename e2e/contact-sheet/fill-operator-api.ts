import { setTimeout as sleep } from 'node:timers/promises';
import { startReceiver } from '../../server/tests/support/receiver.ts';
import { operator } from '../harness/operator.ts';
import type { Demo, Sessions } from './actors.ts';
import { type Call, callBy, callsOf } from './call.ts';
import type { Ids } from './ids.ts';

/** Keys, one of them rolled and one revoked, money taken and held by one, an address that answers and one that fails. */
export async function fillOperatorApi({ url, company }: Demo, sessions: Sessions): Promise<Ids> {
  const admin = callsOf(url, sessions.admin);
  await admin('POST', '/api/auth/confirm', { currentPassword: operator.password });
  const scopes = ['charges:write', 'holds:write', 'payments:read', 'webhooks:write'];
  const makeKey = (name: string, networks: string[] = []) =>
    admin<{ id: string; key: string }>('POST', '/api/admin/keys', { name, scopes, networks, expiresAt: null });
  const { id: key, key: secret } = await makeKey('Биллинг', ['127.0.0.0/8', '::1/128']);
  const rolled = await makeKey('Учёт рабочего времени в проектах');
  await admin('POST', `/api/admin/keys/${rolled.id}/roll`, { overlapHours: 24 });
  const good = await startReceiver();
  const bad = await startReceiver((response) => {
    response.statusCode = 500;
    response.end('Внутренняя ошибка');
  });
  try {
    const [goodId, badId] = [await addWebhook(admin, good.url), await addWebhook(admin, bad.url)];
    for (const id of [goodId, goodId, badId]) await admin('POST', `/api/admin/webhooks/${id}/test`);
    const money = { organizationId: company, amountMinor: 349_000, currency: 'RUB' };
    const charge = { ...money, service: 'Хостинг', description: 'тариф за ноябрь' };
    await callBy(secret, 'POST', `${url}/v1/charges`, charge);
    await callBy(secret, 'POST', `${url}/v1/holds`, { ...money, description: 'Сервер на сутки' });
    await waitForAttempt(admin, badId);
    const delivery = await waitForAttempt(admin, goodId);
    return { key, webhook: goodId, failingWebhook: badId, delivery };
  } finally {
    await good.close();
    await bad.close();
  }
}

async function addWebhook(admin: Call, url: string): Promise<string> {
  const body = { url, types: ['*'], description: null };
  return (await admin<{ id: string }>('POST', '/api/admin/webhooks', body)).id;
}

/** Returns the id of the first delivery that was tried. */
async function waitForAttempt(admin: Call, endpointId: string): Promise<string> {
  const path = `/api/admin/webhooks/${endpointId}/deliveries`;
  for (let turn = 0; turn < 300; turn += 1) {
    const { items } = await admin<{ items: { id: string; attempts: number }[] }>('GET', path);
    const tried = items.find(({ attempts }) => attempts > 0);
    if (tried) return tried.id;
    await sleep(100);
  }
  throw new Error('No webhook was tried in time');
}
