import {
  MalformedCallback,
  type PaymentProvider,
  type ProviderPayment,
} from '../../src/payments/providers/provider.ts';

const fakeCard = { last4: '1111', type: 'Mir', expiryMonth: 12, expiryYear: 2040 };

/**
 * A provider of another kind than YooKassa: it proves itself by a password in the body, numbers its objects, saves cards
 * along with payments alone, expects a bare OK and has shorter limits. A payment waits until the test pays for it.
 */
export function createFakeProvider(name = 'fake') {
  const payments = new Map<string, ProviderPayment>();
  const calls: string[] = [];
  const password = `password of ${name}`;
  const find = (id: string): ProviderPayment => {
    const payment = payments.get(id);
    if (!payment) throw new Error(`${name} was asked for ${id}, which is none of its objects`);
    return payment;
  };
  const refund = (providerId: string) => ({ providerId, status: 'succeeded' as const, reason: null });
  const provider: PaymentProvider = {
    name,
    keyLifetimeSeconds: 3600,
    pageLifetimeSeconds: 1200,
    maxDescriptionLength: 40,
    callbacks: {
      isGenuine: ({ body }) => (body as { password?: string }).password === password,
      read: (body) => {
        const { what, number } = body as { what?: 'payment' | 'refund'; number?: string };
        if (!number) throw new MalformedCallback('no number');
        return what ? { kind: what, objectId: number } : null;
      },
      acknowledgement: { contentType: 'text/plain', text: 'OK' },
    },
    createPayment: async ({ paymentId, amountMinor, currency, savesMethod, providerMethodId, description }) => {
      calls.push(`create payment ${description}`);
      const providerId = `${name}-${paymentId}`;
      const isCharge = Boolean(providerMethodId);
      if (isCharge && !providerMethodId?.startsWith(name)) throw new Error(`${providerMethodId} is no card of ${name}`);
      payments.set(providerId, {
        ...{ providerId, paymentId, amountMinor, currency, reason: null },
        status: isCharge ? 'succeeded' : 'pending',
        confirmationUrl: isCharge ? null : `https://${name}.example.ru/${providerId}`,
        card: fakeCard,
        savedMethod: savesMethod ? { providerId: `${name}-card-${paymentId}`, card: fakeCard } : null,
      });
      return find(providerId);
    },
    getPayment: async (id) => {
      calls.push(`get payment ${id}`);
      return find(id);
    },
    findPayment: async (paymentId) => [...payments.values()].find((one) => one.paymentId === paymentId) ?? null,
    createRefund: async ({ refundId, providerPaymentId }) => {
      calls.push(`create refund of ${find(providerPaymentId).providerId}`);
      return refund(`${name}-${refundId}`);
    },
    getRefund: async (id) => {
      calls.push(`get refund ${id}`);
      return refund(id);
    },
  };
  return {
    provider,
    calls,
    password,
    pay: (id: string) => payments.set(id, { ...find(id), status: 'succeeded' }),
  };
}
