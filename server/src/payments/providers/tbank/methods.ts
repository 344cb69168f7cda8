import * as z from 'zod/mini';
import { type ProviderMethod, ProviderRefusal, ProviderUnavailable, type SavedProviderMethod } from '../provider.ts';
import { callTbank, type TbankOptions } from './client.ts';

const text = z.pipe(z.union([z.string(), z.int()]), z.transform(String));

const cardList = z.array(
  z.object({
    CardId: text,
    Pan: z.string(),
    ExpDate: z.optional(z.string()),
    Status: z.string(),
    RebillId: z.catch(z.optional(text), undefined),
  }),
);

/** What is charged and removed: T-Bank wants the customer and the card for one, the rebill for the other. */
export interface CardKey {
  customerKey: string;
  cardId: string;
  rebillId: string;
}

const encodeCard = ({ customerKey, cardId, rebillId }: CardKey) => `${customerKey}:${cardId}:${rebillId}`;

export function decodeCard(providerMethodId: string): CardKey {
  const [customerKey = '', cardId = '', rebillId = ''] = providerMethodId.split(':');
  return { customerKey, cardId, rebillId };
}

export function brandOf(pan: string): string | null {
  if (/^220[0-4]/.test(pan)) return 'Mir';
  if (/^4/.test(pan)) return 'Visa';
  return /^(5[1-5]|2[2-7])/.test(pan) ? 'MasterCard' : null;
}

async function listCards(options: TbankOptions, customerKey: string): Promise<z.output<typeof cardList>> {
  return callTbank(options, cardList, 'GetCardList', { CustomerKey: customerKey });
}

/** Each card has a customer of its own, named after our payment or card: so a list has one card at most. */
export async function findSaved(options: TbankOptions, customerKey: string): Promise<SavedProviderMethod | null> {
  const cards = await listCards(options, customerKey).catch((error) => {
    // There is no such customer: the payer did not tick it.
    if (error instanceof ProviderRefusal) return [];
    throw error;
  });
  const card = cards.find(({ Status, RebillId }) => Status === 'A' && RebillId);
  const [, month, year] = /^(\d{2})(\d{2})$/.exec(card?.ExpDate ?? '') ?? [];
  if (!card?.RebillId || !month || !year) return null;
  return {
    providerId: encodeCard({ customerKey, cardId: card.CardId, rebillId: card.RebillId }),
    card: {
      last4: card.Pan.slice(-4),
      type: brandOf(card.Pan),
      expiryMonth: Number(month),
      expiryYear: 2000 + Number(year),
    },
  };
}

const binding = z.object({ RequestKey: z.string(), PaymentURL: z.string() });

export async function createMethod(options: TbankOptions, methodId: string): Promise<ProviderMethod> {
  await callTbank(options, z.object({ Success: z.literal(true) }), 'AddCustomer', { CustomerKey: methodId });
  const opened = await callTbank(options, binding, 'AddCard', { CustomerKey: methodId, CheckType: '3DS' });
  return { providerId: opened.RequestKey, status: 'pending', confirmationUrl: opened.PaymentURL, saved: null };
}

const bindingState = z.object({ RequestKey: z.string(), CustomerKey: z.string(), Status: z.string() });

export async function getMethod(options: TbankOptions, requestKey: string): Promise<ProviderMethod> {
  const { CustomerKey, Status } = await callTbank(options, bindingState, 'GetAddCardState', { RequestKey: requestKey });
  const saved = Status === 'COMPLETED' ? await findSaved(options, CustomerKey) : null;
  const status = saved ? 'active' : Status === 'REJECTED' || Status === 'COMPLETED' ? 'inactive' : 'pending';
  return { providerId: requestKey, status, confirmationUrl: null, saved };
}

/** Resolves once T-Bank has no such card any more. */
export async function removeMethod(options: TbankOptions, providerMethodId: string): Promise<void> {
  const { customerKey, cardId } = decodeCard(providerMethodId);
  const removed = z.object({ Status: z.literal('D') });
  try {
    await callTbank(options, removed, 'RemoveCard', { CustomerKey: customerKey, CardId: cardId });
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    const cards = await listCards(options, customerKey).catch((refused) => {
      if (refused instanceof ProviderRefusal) return [];
      throw refused;
    });
    if (cards.some(({ CardId, Status }) => CardId === cardId && Status === 'A'))
      throw new ProviderUnavailable(`RemoveCard: ${error.message}`);
  }
}
