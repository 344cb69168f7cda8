import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createYookassa } from '../../src/payments/providers/yookassa/yookassa.ts';
import { uuidv7 } from '../../src/platform/db/uuid.ts';

export interface Recorded {
  method: string | undefined;
  path: string | undefined;
  headers: IncomingMessage['headers'];
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever was sent
  body: any;
}

export type Reply = { status?: number; body?: unknown; text?: string } | ((response: ServerResponse) => void);

/** Records requests and sends given replies. Written from the provider's documentation, not from the sandbox. */
export function yookassaDouble() {
  const recorded: Recorded[] = [];
  const replies: Reply[] = [];
  let apiUrl = '';
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { method, url: path, headers } = request;
    recorded.push({ method, path, headers, text, body: text ? JSON.parse(text) : undefined });
    const reply = replies.shift() ?? { status: 404, body: { type: 'error', code: 'not_found' } };
    if (typeof reply === 'function') return reply(response);
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' });
    response.end(reply.text ?? JSON.stringify(reply.body));
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3`;
  });
  beforeEach(() => {
    recorded.length = 0;
    replies.length = 0;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    recorded,
    reply: (...next: Reply[]) => void replies.push(...next),
    open: (more: object = {}) => {
      const shop = { apiUrl, shopId: '100500', secretKey: 'live_ключ', timeoutMs: 5000 };
      const callbackRules = { secret: undefined, networks: undefined, isSandbox: false };
      const provider = createYookassa({ ...shop, vatCode: 11, taxSystemCode: 2, callbackRules, ...more });
      return provider as Required<typeof provider>;
    },
  };
}

export const intent = {
  paymentId: uuidv7(),
  amountMinor: 150_050,
  currency: 'RUB' as const,
  method: 'card' as const,
  description: 'Пополнение баланса',
  returnUrl: 'https://cabinet.example.ru/api/payments/1/return',
  payerEmail: 'maria@example.ru',
  isRepeated: false,
  preparedId: null,
  prepare: async (id: string) => id,
};

export const refundIntent = {
  refundId: uuidv7(),
  providerPaymentId: '2d9f-000f',
  amountMinor: 7,
  currency: 'USD' as const,
  description: 'Передумали',
  payerEmail: 'maria@example.ru',
  method: 'card' as const,
  isRepeated: false,
  hasOtherRefunds: false,
};

export const paymentObject = (more: object = {}) => ({
  id: '2d9f7b8e-000f-5000-8000-1a2b3c4d5e6f',
  status: 'pending',
  amount: { value: '1500.50', currency: 'RUB' },
  created_at: '2026-11-14T12:00:00.000Z',
  paid: false,
  test: false,
  refundable: false,
  recipient: { account_id: '100500', gateway_id: '1' },
  confirmation: { type: 'redirect', confirmation_url: 'https://yoomoney.ru/pay?orderId=2d9f' },
  metadata: { payment_id: intent.paymentId },
  ...more,
});
