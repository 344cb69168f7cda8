import { operator } from '../harness/operator.ts';
import type { Demo, Sessions } from './actors.ts';
import { callsOf } from './call.ts';
import type { Ids } from './ids.ts';

interface Opened {
  id: string;
  confirmationUrl: string;
}

const email = 'payer@example.ru';

/** Links to pay by, of each kind and state, and payments at T-Bank's page. */
export async function fillPayments({ url }: Demo, sessions: Sessions): Promise<Ids> {
  const [owner, guest, admin] = [callsOf(url, sessions.owner), callsOf(url), callsOf(url, sessions.admin)];
  const link = async (body: object) => {
    const made = await owner<{ id: string; url: string }>('POST', '/api/payment-links', body);
    return { id: made.id, path: new URL(made.url).pathname };
  };
  const payBy = (path: string, more: object = {}) =>
    guest<Opened>('POST', `/api${path}`, { method: 'card', email, ...more });
  const links = {
    any: await link({}),
    fixed: await link({ amountMinor: 1_500_050 }),
    paid: await link({ amountMinor: 70_000 }),
  };
  const revoked = await link({ amountMinor: 250_000 });
  const paid = await payBy(links.paid.path);
  await submit(paid, 'card', '5555555555554444');
  await fetch(`${url}/api/payments/${paid.id}/return`, { redirect: 'manual' });
  const waiting = await payBy(links.any.path, { amountMinor: 90_000 });
  const declined = await payBy(links.any.path, { amountMinor: 80_000 });
  await submit(declined, 'card', '5555555555554600');
  await fetch(`${url}/api/payments/${declined.id}/return`, { redirect: 'manual' });
  await fetch(`${url}/api/payment-links/${revoked.id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${JSON.parse(sessions.owner).accessToken}` },
  });

  await admin('POST', '/api/auth/confirm', { currentPassword: operator.password });
  const choose = (provider: string) => admin('PUT', '/api/admin/providers/card', { provider });
  await choose('tbank');
  const open = () =>
    owner<Opened>('POST', '/api/payments', { amountMinor: 1_250_050, currency: 'RUB', method: 'card' });
  const [tbank, secure] = [await open(), await open()];
  await submit(secure, 'card', '2201382000000047');
  await choose('yookassa');
  return {
    ...{ payAny: links.any.path, payFixed: links.fixed.path, payPaid: links.paid.path, payRevoked: revoked.path },
    ...{ payResult: paid.id, payWaiting: waiting.id, payDeclined: declined.id },
    tbankCheckout: new URL(tbank.confirmationUrl).pathname,
    tbankSecure: new URL(secure.confirmationUrl).pathname,
  };
}

async function submit({ confirmationUrl }: Opened, action: string, number: string): Promise<void> {
  const body = new URLSearchParams({ number, expiry: '12/40', code: '123' });
  await fetch(`${confirmationUrl}/${action}`, { method: 'POST', body, redirect: 'manual' });
}
