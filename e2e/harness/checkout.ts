import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { ask } from './calls.ts';
import type { Tokens } from './people.ts';
import type { RunningProduct } from './product.ts';

export interface StartedPayment {
  id: string;
  confirmationUrl: string;
}

const goodCard = '5555555555554444';

/** Creates a payment through the API, for tests about something else. */
export async function startPayment(
  product: Pick<RunningProduct, 'url'>,
  tokens: Tokens,
  changes: { amountMinor?: number; method?: string; description?: string } = {},
): Promise<StartedPayment> {
  const body = { amountMinor: 100_000, currency: 'RUB', method: 'card', ...changes };
  const headers = { 'idempotency-key': randomUUID() };
  return ask(product, tokens, '/api/payments', { method: 'POST', headers, body });
}

/** Pays at the provider without returning: the product must learn of it by notification. */
export async function payElsewhere({ confirmationUrl }: StartedPayment, card = goodCard): Promise<void> {
  const body = new URLSearchParams({ number: card, expiry: '12/40', code: '123' });
  const answer = await fetch(`${confirmationUrl}/card`, { method: 'POST', body, redirect: 'manual' });
  expect(answer.status).toBe(303);
}

export async function topUp(
  product: Pick<RunningProduct, 'url'>,
  tokens: Tokens,
  changes?: Parameters<typeof startPayment>[2],
): Promise<StartedPayment> {
  const payment = await startPayment(product, tokens, changes);
  await payElsewhere(payment);
  // The return URL makes the product ask the provider.
  await fetch(`${product.url}/api/payments/${payment.id}/return`, { redirect: 'manual' });
  const { status } = await ask<{ status: string }>(product, tokens, `/api/payments/${payment.id}`);
  expect(status).toBe('succeeded');
  return payment;
}

export async function payByCard(page: Page, card = goodCard): Promise<void> {
  await page.getByLabel('Номер карты').fill(card);
  await page.getByLabel('Срок действия').fill('12/40');
  await page.getByLabel('Код', { exact: true }).fill('123');
  await page.getByRole('button', { name: 'Оплатить' }).click();
}

export async function expectBalance(page: Page, amount: string): Promise<void> {
  await page.getByRole('region', { name: 'Баланс организации' }).getByText(amount, { exact: true }).waitFor();
}

/** The page's text with plain spaces. */
export async function textOf(page: Page): Promise<string> {
  return ((await page.locator('body').textContent()) ?? '').replace(/\s+/g, ' ');
}
