import { listPaymentMethods, savePaymentMethod } from '@kazna/contract/cabinet/payment-methods';
import { uuidv7 } from '../../src/platform/db/uuid.ts';
import type { TestApp } from './app.ts';
import { newPayer, openPayment, untilStatus } from './payments.ts';
import type { Shop } from './shop.ts';

/** Inserts a saved card without a provider. Returns its id. */
export async function plantCard(
  { db }: Pick<TestApp, 'db'>,
  organizationId: string,
  savedBy: string,
  last4 = '4444',
): Promise<string> {
  const id = uuidv7();
  await db.queryText(
    `insert into payment_methods (id, organization_id, provider, provider_method_id, status, card_type, card_last4,
       expiry_month, expiry_year, saved_by, saved_at, cap_minor, cap_currency)
     values ($1, $2, 'yookassa', $5, 'active', 'MasterCard', $4, 12, 2040, $3, now(), 5000000, 'RUB')`,
    [id, organizationId, savedBy, last4, `card ${id}`],
  );
  return id;
}

interface InOrganization {
  token: string;
}

export async function cardsOf(app: TestApp, { token }: InOrganization) {
  const { status, body } = await app.call(listPaymentMethods, {}, { token });
  if (status !== 200) throw new Error(`cards answered ${status} ${JSON.stringify(body)}`);
  return body.items;
}

/** Pays by a card that the payer ticks to be saved. */
export async function saveByPayment(shop: Shop, payer: InOrganization, number?: string): Promise<void> {
  const payment = await openPayment(shop, payer, { saveMethod: true });
  await shop.provider.payByCard(payment.providerId, number, { save: '1' });
  await untilStatus(shop, payer, payment, 'succeeded');
}

/** Enters the card on the provider's page and comes back; without a number the page is left alone. */
export async function bindCard(shop: Shop, { token }: InOrganization, number: string | null): Promise<void> {
  const { status, body } = await shop.call(savePaymentMethod, { body: {} }, { token });
  if (status !== 201) throw new Error(`saving answered ${status} ${JSON.stringify(body)}`);
  if (number === null) return;
  const answer = await fetch(`${body.confirmationUrl}/card`, {
    method: 'POST',
    body: new URLSearchParams({ number, expiry: '12/40', code: '123' }),
    redirect: 'manual',
  });
  const path = new URL(answer.headers.get('location') ?? 'none:').pathname;
  await fetch(shop.url + path, { redirect: 'manual' });
}

export async function payerWithCard(shop: Shop, number?: string) {
  const payer = await newPayer(shop);
  await saveByPayment(shop, payer, number);
  const [card] = await cardsOf(shop, payer);
  return { payer, cardId: card?.id as string };
}

export const autoTopUpTerms = {
  thresholdMinor: 100_000,
  targetMinor: 500_000,
  monthlyCapMinor: 5_000_000,
  currency: 'RUB' as const,
};

/** Inserts a paused rule, which charges nothing. */
export async function plantRule(
  { db }: Pick<TestApp, 'db'>,
  organizationId: string,
  cardId: string,
  setBy: string,
): Promise<void> {
  await db.queryText(
    `insert into auto_top_ups (organization_id, currency, threshold_minor, target_minor, monthly_cap_minor,
       payment_method_id, status, set_by)
     values ($1, 'RUB', 100000, 500000, 5000000, $2, 'paused', $3) on conflict do nothing`,
    [organizationId, cardId, setBy],
  );
}
