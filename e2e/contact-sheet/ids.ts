import type { Demo, Sessions } from './actors.ts';
import { callsOf } from './call.ts';

/** Replaces `{name}` in the paths of screens. */
export type Ids = Record<string, string>;

/** Finds a payment of every state, and starts payments and a card's binding for the pages of the provider. */
export async function findIds({ url, company, secondCompany }: Demo, sessions: Sessions): Promise<Ids> {
  const owner = callsOf(url, sessions.owner);
  const paymentIn = async (state: string) => {
    const { items } = await owner<{ items: { id: string }[] }>('GET', `/api/payments?status=${state}&limit=1`);
    return items[0]?.id ?? '';
  };
  const newcomer = await callsOf(url, sessions.newcomer)<{ activeOrganizationId: string }>('GET', '/api/profile');
  const staff = callsOf(url, sessions.staff);
  const users = await staff<{ items: { id: string }[] }>('GET', '/api/admin/users?search=demo1');
  const body = { amountMinor: 1_250_050, currency: 'RUB', method: 'card', description: 'Оплата по договору' };
  const started = await owner<{ id: string; confirmationUrl: string }>('POST', '/api/payments', body);
  const passed = await owner<{ confirmationUrl: string }>('POST', '/api/payments', { ...body, amountMinor: 500_000 });
  const card = new URLSearchParams({ number: '5555555555554444', expiry: '12/40', code: '123' });
  await fetch(`${passed.confirmationUrl}/card`, { method: 'POST', body: card, redirect: 'manual' });
  const binding = await owner<{ confirmationUrl: string }>('POST', '/api/payment-methods', {});
  const asked = await owner<{ items: { id: string; topic: string }[] }>('GET', '/api/requests');
  return {
    request: asked.items.find(({ topic }) => topic === 'money')?.id ?? '',
    company,
    secondCompany,
    empty: newcomer.activeOrganizationId,
    user: users.items[0]?.id ?? '',
    pending: started.id,
    checkout: new URL(started.confirmationUrl).pathname,
    checkoutPaid: new URL(passed.confirmationUrl).pathname,
    binding: new URL(binding.confirmationUrl).pathname,
    paid: await paymentIn('succeeded'),
    declined: await paymentIn('declined'),
    review: await paymentIn('review'),
  };
}
