import { randomUUID } from 'node:crypto';
import { currencies } from '@kazna/contract/shared/money';
import { scopes } from '@kazna/contract/shared/scopes';
import type { Client } from 'pg';
import { newPayer, type Payer, signIn } from '../payer.ts';
import type { KnownValues } from './known-values.ts';

export const roles = ['person', 'owner', 'operator'] as const;
export type Role = (typeof roles)[number];

/** One person per role, with a company, a member, payments and an open invitation. */
export type Personas = Record<Role, Payer> & {
  /** Of the operator API, with every scope. */
  apiKey: string;
};

export interface PersonaContext {
  url: string;
  client: Client;
  known: KnownValues;
}

export async function createPersonas({ url, client, known }: PersonaContext): Promise<Personas> {
  const [person, owner, operator, guest] = await Promise.all([
    newPayer(url),
    newPayer(url),
    newPayer(url),
    newPayer(url),
  ]);
  await client.query("update users set operator_role = 'admin' where id = $1", [operator.userId]);
  const requisites = { inn: '7707083893', kpp: '771401001', ogrn: '1027700132195' };
  const company = await call(url, owner, 'POST', '/api/organizations', {
    kind: 'company',
    name: 'ООО «Ромашка»',
    ...requisites,
  });
  const organizationId = company.id as string;
  const invite = async (into: string, email: string, role: string) =>
    (await call(url, owner, 'POST', `/api/organizations/${into}/invitations`, { email, role })).id as string;
  await moveTo(url, owner, organizationId);
  const accepted = await invite(organizationId, person.email, 'accountant');
  await call(url, person, 'POST', `/api/profile/invitations/${accepted}/accept`);
  await moveTo(url, person, organizationId);
  const other = await call(url, owner, 'POST', '/api/organizations', { kind: 'person', name: 'Мария' });
  known.clearCallers();
  known.add('invitationId', await invite(organizationId, guest.email, 'member'), 'owner');
  known.add('invitationId', await invite(other.id as string, person.email, 'member'), 'person');
  for (const isPaid of [true, true, false]) known.add('paymentId', await newPayment(url, owner, isPaid), ...roles);
  known.add('organizationId', organizationId, ...roles);
  known.add('userId', person.userId, 'owner', 'operator');
  known.add('userId', owner.userId, 'person');
  for (const { email, password } of [person, owner, operator, guest]) {
    known.add('email', email);
    for (const name of ['password', 'currentPassword']) known.add(name, password, ...roles);
  }
  await call(url, operator, 'POST', '/api/auth/confirm', { currentPassword: operator.password });
  // Or most charges would be refused.
  for (const currency of currencies) {
    const path = `/api/admin/organizations/${organizationId}/adjustments`;
    await call(url, operator, 'POST', path, { amountMinor: 100_000_000_000, currency, reason: 'Для проверки' });
  }
  const { key } = await call(url, operator, 'POST', '/api/admin/keys', { name: 'Fuzz', scopes });
  await createOperatorObjects({ url, known }, key as string, organizationId);
  await createServices({ url, known }, operator, key as string, organizationId);
  return { person, owner, operator, apiKey: key as string };
}

/** Something of each kind that calls of the operator API name by id. */
async function createOperatorObjects(
  { url, known }: Pick<PersonaContext, 'url' | 'known'>,
  apiKey: string,
  organizationId: string,
): Promise<void> {
  const post = async (path: string, body?: object) =>
    (await call(url, { token: apiKey }, 'POST', path, body)).id as string;
  await deleteEndpoints(url, apiKey);
  const sale = { organizationId, amountMinor: 1000, currency: 'RUB', description: 'Доставка' };
  for (let turn = 0; turn < 3; turn += 1) {
    known.add('chargeId', await post('/v1/charges', sale), ...roles);
    known.add('holdId', await post('/v1/holds', sale), ...roles);
    const endpointId = await post('/v1/webhook-endpoints', { url: 'http://127.0.0.1:9/', types: ['*'] });
    known.add('endpointId', endpointId, ...roles);
    known.add('deliveryId', await post(`/v1/webhook-endpoints/${endpointId}/test`), ...roles);
  }
}

/** A service with two tariffs, and subscriptions of the company. */
async function createServices(
  { url, known }: Pick<PersonaContext, 'url' | 'known'>,
  staff: Payer,
  apiKey: string,
  organizationId: string,
): Promise<void> {
  const post = async (path: string, body: object, token = staff.token) =>
    (await call(url, { token }, 'POST', path, body)).id as string;
  const service = { name: 'Хостинг', documentName: 'Услуги хостинга', unit: 'шт.', isVisible: true };
  const serviceId = await post('/api/admin/services', service);
  known.add('serviceId', serviceId, ...roles);
  for (const name of ['Старт', 'Бизнес']) {
    const tariffId = await post(`/api/admin/services/${serviceId}/tariffs`, { name, isVisible: true, version });
    known.add('tariffId', tariffId, ...roles);
    for (let turn = 0; turn < 3; turn += 1)
      known.add('subscriptionId', await post('/v1/subscriptions', { organizationId, tariffId }, apiKey), ...roles);
  }
  const discounts = `/api/admin/organizations/${organizationId}/discounts`;
  known.add('discountId', await post(discounts, { percent: 10, reason: 'Договор' }), ...roles);
}

const version = {
  ...{ priceMinor: 10_000, currency: 'RUB', period: { unit: 'month', count: 1 }, anchor: 'connection' },
  ...{ setupFeeMinor: 0, trialDays: 0, maxQuantity: 100, graceDays: 3, mayPause: true, refundOnStop: true, meters: [] },
};

/** Those of former personas: an installation has at most 50. */
async function deleteEndpoints(url: string, token: string): Promise<void> {
  const { items } = await call(url, { token }, 'GET', '/v1/webhook-endpoints');
  for (const { id } of items as { id: string }[]) {
    await fetch(`${url}/v1/webhook-endpoints/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    });
  }
}

async function newPayment(url: string, payer: Payer, isPaid: boolean): Promise<string> {
  const wish = { amountMinor: 150_050, currency: 'RUB', method: 'card' };
  const { id, confirmationUrl } = await call(url, payer, 'POST', '/api/payments', wish);
  if (isPaid) {
    const body = new URLSearchParams({ number: '5555555555554444', expiry: '12/40', code: '123' });
    await fetch(`${confirmationUrl}/card`, { method: 'POST', body, redirect: 'manual' });
    await fetch(`${url}/api/payments/${id}/return`, { redirect: 'manual' });
  }
  return id as string;
}

async function moveTo(url: string, payer: Payer, organizationId: string): Promise<void> {
  const path = `/api/auth/refresh-with-organization?organizationId=${organizationId}`;
  storeTokens(payer, await call(url, { ...payer, token: payer.refreshToken }, 'POST', path));
  payer.organizationId = organizationId;
}

export function storeTokens(payer: Payer, body: unknown): void {
  const { accessToken, refreshToken } = (body ?? {}) as Record<string, unknown>;
  if (typeof accessToken !== 'string' || typeof refreshToken !== 'string') return;
  Object.assign(payer, { token: accessToken, refreshToken });
}

/** Signs in again after a call ended the session; false if that is impossible. */
export async function signInAgain(url: string, payer: Payer): Promise<boolean> {
  return signIn(url, payer).then(
    (again) => Boolean(Object.assign(payer, again)),
    () => false,
  );
}

async function call(url: string, { token }: Pick<Payer, 'token'>, method: string, path: string, body?: object) {
  const answer = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'idempotency-key': randomUUID(),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status} ${await answer.text()}`);
  const text = await answer.text();
  return (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
}
