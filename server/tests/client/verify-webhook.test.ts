import { verifyWebhook, WebhookVerificationError } from '@kazna/client';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { createSecret, signedHeaders } from '../../src/outward/webhooks/signed-event.ts';
import { fundedOrganization } from '../support/charges.ts';
import { receiverForThisTest } from '../support/webhooks-for-file.ts';
import { listeningAppForThisFile } from './listening-app.ts';

const site = listeningAppForThisFile();

// The vector of the specification.
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const body = '{"test": 2432232314}';
const headers = {
  'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'webhook-timestamp': '1614265330',
  'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const now = new Date(1614265330_000);

test('a delivery of the product is verified by the client and by standardwebhooks', async () => {
  const receiver = await receiverForThisTest();
  const endpoint = await site.kazna.webhookEndpoints.create({ url: receiver.url, types: ['charge.created'] });
  const organizationId = await fundedOrganization(site.app, 1000);
  const form = { organizationId, amountMinor: 100, currency: 'RUB', description: 'Доставка' } as const;
  const charge = await site.kazna.charges.create(form);
  await expect.poll(() => receiver.requests).toHaveLength(1);
  const [request] = receiver.requests as [(typeof receiver.requests)[0]];
  const event = await verifyWebhook(request.body, request.headers, endpoint.secret);
  expect(event).toMatchObject({ type: 'charge.created', organizationId, data: charge });
  expect(new Webhook(endpoint.secret).verify(request.body, request.headers as Record<string, string>)).toEqual(event);
  const rotated = await site.kazna.webhookEndpoints.rotateSecret(endpoint.id, { overlapHours: 1 });
  await site.kazna.webhookEndpoints.sendTest(endpoint.id);
  await expect.poll(() => receiver.requests).toHaveLength(2);
  const [, tested] = receiver.requests as [unknown, typeof request];
  for (const known of [endpoint.secret, rotated.secret])
    expect(await verifyWebhook(tested.body, tested.headers, known)).toMatchObject({ type: 'webhook.test' });
});

test('the vector of Standard Webhooks is verified from a text, bytes, plain headers and Headers', async () => {
  const parsed = { test: 2432232314 };
  expect(await verifyWebhook(body, headers, secret, { now })).toEqual(parsed);
  expect(await verifyWebhook(new TextEncoder().encode(body), new Headers(headers), secret, { now })).toEqual(parsed);
  const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
  expect(await verifyWebhook(Buffer.from(body), upper, secret, { now })).toEqual(parsed);
});

test('one matching signature of several and one matching secret of several suffice', async () => {
  const secrets = [createSecret(), createSecret(), createSecret()] as [string, string, string];
  const signed = signedHeaders(secrets.slice(0, 2), { id: 'e', body, at: now });
  const noise = { ...signed, 'webhook-signature': `v1a,AAAA v1,%% v2,x ${signed['webhook-signature']} v1,AAAA` };
  for (const known of [secrets[0], secrets[1], [secrets[2], secrets[1]]])
    expect(await verifyWebhook(body, noise, known, { now })).toBeTruthy();
  await expect(verifyWebhook(body, noise, secrets[2], { now })).rejects.toThrow(WebhookVerificationError);
});

test.each<[what: string, body: string, headers: Record<string, string>]>([
  ['another body', `${body} `, headers],
  ['another id', body, { ...headers, 'webhook-id': 'other' }],
  ['another time', body, { ...headers, 'webhook-timestamp': '1614265331' }],
  ['no signature', body, { ...headers, 'webhook-signature': '' }],
  ['no signature of version 1', body, { ...headers, 'webhook-signature': headers['webhook-signature'].slice(1) }],
  ['a cut signature', body, { ...headers, 'webhook-signature': 'v1,g0hM' }],
  ['an empty signature', body, { ...headers, 'webhook-signature': 'v1,' }],
  ['no time', body, { ...headers, 'webhook-timestamp': 'x' }],
])('a webhook with %s is refused', async (_what, changedBody, changedHeaders) => {
  const verifying = verifyWebhook(changedBody, changedHeaders, secret, { now });
  await expect(verifying).rejects.toBeInstanceOf(WebhookVerificationError);
});

test('a webhook older or newer than the tolerance is refused', async () => {
  const at = (seconds: number) => ({ now: new Date(now.getTime() + seconds * 1000) });
  for (const seconds of [-300, 300]) expect(await verifyWebhook(body, headers, secret, at(seconds))).toBeTruthy();
  for (const seconds of [-301, 301])
    await expect(verifyWebhook(body, headers, secret, at(seconds))).rejects.toThrow('tolerance');
  expect(await verifyWebhook(body, headers, secret, { ...at(999), toleranceSeconds: 1000 })).toBeTruthy();
});

test.each(['', 'whsec_', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_%%'])('%j is no secret', async (wrong) => {
  await expect(verifyWebhook(body, headers, wrong, { now })).rejects.toThrow(TypeError);
});
