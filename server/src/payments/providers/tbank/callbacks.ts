import * as z from 'zod/mini';
import { type CallbackHint, MalformedCallback, type ProviderCallbacks } from '../provider.ts';
import { isSigned } from './client.ts';
import { brandOf } from './methods.ts';
import { readReceiptNotification } from './receipts.ts';

const objectId = z.pipe(
  z.union([z.string().check(z.maxLength(64), z.regex(/^[\w-]+$/)), z.int()]),
  z.transform(String),
);

const paymentNotification = z.looseObject({
  PaymentId: objectId,
  Status: z.string(),
  Pan: z.catch(z.optional(z.string()), undefined),
});
const cardNotification = z.looseObject({ NotificationType: z.literal('LINKCARD'), RequestKey: objectId });

/** T-Bank signs its notifications with the terminal's password, and waits for a bare OK. */
export function tbankCallbacks({
  terminalKey,
  password,
}: {
  terminalKey: string;
  password: string;
}): ProviderCallbacks {
  return {
    isGenuine: ({ body }) => {
      if (typeof body !== 'object' || body === null) return false;
      const fields = body as Record<string, unknown>;
      return fields.TerminalKey === terminalKey && isSigned(fields, password);
    },
    read: readNotification,
    acknowledgement: { contentType: 'text/plain; charset=utf-8', text: 'OK' },
  };
}

function readNotification(body: unknown): CallbackHint | null {
  const card = z.safeParse(cardNotification, body);
  if (card.success) return { kind: 'payment_method', objectId: card.data.RequestKey };
  const receipt = readReceiptNotification(body);
  if (receipt) return receipt;
  const payment = z.safeParse(paymentNotification, body);
  if (!payment.success) throw new MalformedCallback(payment.error.message);
  const { PaymentId, Pan } = payment.data;
  // GetState does not name the card.
  const [, last4] = /(\d{4})$/.exec(Pan ?? '') ?? [];
  return { kind: 'payment', objectId: PaymentId, ...(last4 && { card: { last4, type: brandOf(Pan ?? '') } }) };
}
