import { randomUUID } from 'node:crypto';
import { createWebhookEndpoint } from '@kazna/contract/v1/webhooks';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { startTestApp } from '../../../tests/support/app.ts';
import { newKey } from '../../../tests/support/keys.ts';
import { openCompany, signedInPerson } from '../../../tests/support/organizations.ts';
import { receiverForThisTest } from '../../../tests/support/webhooks-for-file.ts';

test('with the embedded database, which has one connection, events reach an endpoint too', async () => {
  const app = await startTestApp();
  onTestFinished(() => app.close());
  const target = await receiverForThisTest();
  const { body: endpoint } = await app.call(
    createWebhookEndpoint,
    { body: { url: target.url, types: ['organization.created'] } },
    { token: (await newKey(app)).key, headers: { 'idempotency-key': randomUUID() } },
  );
  const { id } = await openCompany(app, await signedInPerson(app));
  const received = () =>
    target.requests.map(({ body, headers }) =>
      new Webhook(endpoint.secret).verify(body, headers as Record<string, string>),
    ) as { organizationId: string; data: object }[];
  await expect
    .poll(() => received().find(({ organizationId }) => organizationId === id)?.data)
    .toMatchObject({ id, kind: 'company', status: 'active', balances: [] });
}, 90_000);
