import { setTimeout as sleep } from 'node:timers/promises';
import type { Demo, Sessions } from './actors.ts';
import { type Call, callsOf } from './call.ts';

const [goodCard, mirCard, revokedCard] = ['5555555555554444', '2202474301322987', '5555555555554469'] as const;

/** Saved cards with a rule that works, and in the second company one that paused. */
export async function fillCards({ url, company, secondCompany }: Demo, sessions: Sessions): Promise<void> {
  const [owner, secondOwner] = [callsOf(url, sessions.owner), callsOf(url, sessions.secondOwner)];
  await saveCard(owner, goodCard);
  await saveCard(owner, mirCard);
  await setRule(owner, company, 'succeeded');
  await saveCard(secondOwner, revokedCard);
  await setRule(secondOwner, secondCompany, 'canceled');
}

async function saveCard(call: Call, number: string): Promise<void> {
  const { confirmationUrl } = await call<{ confirmationUrl: string }>('POST', '/api/payment-methods', {});
  const body = new URLSearchParams({ number, expiry: '12/40', code: '123' });
  const answer = await fetch(`${confirmationUrl}/card`, { method: 'POST', body, redirect: 'manual' });
  await fetch(answer.headers.get('location') ?? '', { redirect: 'manual' });
}

interface Card {
  id: string;
  unusableReason: string | null;
}

interface Rule {
  attempts: { status: string }[];
}

/** The balance is below the threshold even with payments that are under way, so that the card is charged at once. */
async function setRule(call: Call, organizationId: string, status: string): Promise<void> {
  const cards = await call<{ items: Card[] }>('GET', '/api/payment-methods');
  const card = cards.items.find(({ unusableReason }) => unusableReason === null);
  const path = `/api/organizations/${organizationId}`;
  const { items } = await call<{ items: { amountMinor: number }[] }>('GET', `${path}/balance`);
  const thresholdMinor = Math.ceil((items[0]?.amountMinor ?? 0) / 1_000_000 + 3) * 1_000_000;
  const targetMinor = thresholdMinor + 1_000_000;
  const money = { thresholdMinor, targetMinor, monthlyCapMinor: 2 * targetMinor, currency: 'RUB' };
  await call('PUT', `${path}/auto-top-up`, { ...money, paymentMethodId: card?.id });
  let answer: Rule | undefined;
  for (let turn = 0; turn < 300; turn += 1) {
    answer = await call<Rule>('GET', `${path}/auto-top-up`);
    if (answer.attempts.some((attempt) => attempt.status === status)) return;
    await sleep(200);
  }
  throw new Error(`No automatic top-up ${status} in time: ${JSON.stringify(answer)}`);
}
