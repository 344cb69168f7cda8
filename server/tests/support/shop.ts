import type { AddressInfo } from 'node:net';
import { testCards } from '@kazna/sandbox/cards';
import { sandboxPlugin } from '@kazna/sandbox/sandbox';
import { memoryStore } from '@kazna/sandbox/store';
import { tbankCards } from '@kazna/sandbox/tbank/cards';
import Fastify, { type FastifyRequest } from 'fastify';
import pino from 'pino';
import { parseConfig } from '../../src/config/config.ts';
import { openProviders } from '../../src/payments/providers/open-provider.ts';
import { type Providers, providersOf } from '../../src/payments/providers/provider.ts';
import type { JobKind } from '../../src/platform/jobs/queue.ts';
import { buildJobs } from '../../src/worker.ts';
import { startTestApp, type TestApp, type TestAppOptions } from './app.ts';
import { jobContext } from './job-context.ts';
import { withOneConnection } from './one-connection.ts';
import { freePort } from './postgres.ts';

const maxToken = 'test_bot';
const shopKeys = { shopId: '100500', secretKey: 'test_secret' };

/** What differs between the providers that the sandbox plays. Books are lists of YooKassa's API, or of the control. */
const dialects = {
  yookassa: {
    ...{ apiPath: '/v3', books: '/v3', goodCard: '5555555555554444', poorCard: '5555555555554600' },
    ...{ cards: testCards, confirmationCode: '1234' },
    env: (apiUrl: string) => ({
      YOOKASSA_API_URL: apiUrl,
      YOOKASSA_SHOP_ID: shopKeys.shopId,
      YOOKASSA_SECRET_KEY: shopKeys.secretKey,
      NOTIFICATION_NETWORKS: '127.0.0.0/8',
    }),
  },
  tbank: {
    ...{ apiPath: '/v2', books: '/control', goodCard: '2201382000000013', poorCard: '2201382000000831' },
    ...{ cards: tbankCards, confirmationCode: '1qwezxc' },
    env: (apiUrl: string) => ({
      TBANK_API_URL: apiUrl,
      TBANK_TERMINAL_KEY: shopKeys.shopId,
      TBANK_PASSWORD: shopKeys.secretKey,
    }),
  },
};

export type ProviderName = keyof typeof dialects;
export const providerNames = Object.keys(dialects) as ProviderName[];
/** Each provider with each of its test cards. */
export const providerCards = providerNames.flatMap((name) => dialects[name].cards.map((card) => ({ name, ...card })));

// biome-ignore lint/suspicious/noExplicitAny: tests read whatever the provider would send
type Json = any;

export interface Shop extends TestApp {
  provider: ProviderSide;
  /** The provider itself where there is only one. */
  second: ProviderSide;
  providers: Providers;
  url: string;
  /** Of every process that works for the shop. */
  env: Record<string, string>;
  run<Data extends object>(kind: JobKind<Data>, data: Data): Promise<void>;
}

export interface ShopOptions extends Pick<TestAppOptions, 'isIdle' | 'otherProviders'> {
  /** Which provider the shop has; YooKassa without it. */
  provider?: ProviderName;
  /** Another one side by side, of a sandbox of its own. */
  second?: ProviderName;
}

/** The product with a sandbox provider of its own, connected over HTTP. An idle one is sent no notifications. */
export async function startShop(
  adminUrl: string,
  env: Record<string, string> = {},
  { isIdle = false, otherProviders = [], provider: name = 'yookassa', second: secondName }: ShopOptions = {},
): Promise<Shop> {
  const names = secondName ? [name, secondName] : [name];
  const sites = await Promise.all(names.map(async (one) => ({ name: one, ...(await sandboxSite(one)) })));
  const sandboxUrl = sites[0]?.url as string;
  const fullEnv: Record<string, string> = {
    ...Object.assign({}, ...sites.map((site) => site.env)),
    MAX_BOT_TOKEN: maxToken,
    MAX_API_URL: `${sandboxUrl}/max`,
    MAX_LINK_URL: `${sandboxUrl}/max`,
    YANDEX_ID_CLIENT_ID: 'kazna',
    YANDEX_ID_CLIENT_SECRET: 'secret',
    ...env,
  };
  const config = parseConfig({ LOG_LEVEL: 'silent', NODE_ENV: 'test', ...fullEnv });
  const { default: first, byName } = openProviders(config);
  const others = [...[...byName.values()].filter((one) => secondName && one !== first), ...otherProviders];
  const options = { env: fullEnv, isIdle, otherProviders: others, watch: withOneConnection };
  const app = await startTestApp(adminUrl, options);
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;
  const sides = await Promise.all(
    sites.map((site) => startProvider(site.url, isIdle ? undefined : `${url}/api/webhooks/${site.name}`, site.name)),
  );
  const [provider, second = provider] = sides as [ProviderSide, ProviderSide?];
  const providers = providersOf(first, ...others);
  const { db, queue, keys } = app;
  const jobs = buildJobs({ config, log: pino({ level: 'silent' }), db, queue, keys, providers });
  return {
    ...app,
    provider,
    second,
    providers,
    url,
    env: fullEnv,
    run: async ({ name: kind }, data) => jobs.find((job) => job.name === kind)?.run(data as never, jobContext),
    close: async () => {
      await Promise.all(sides.map((side) => side.close()));
      await app.close();
    },
  };
}

async function sandboxSite(name: ProviderName) {
  const url = `http://127.0.0.1:${await freePort()}`;
  return { url, env: dialects[name].env(url + dialects[name].apiPath) };
}

type ProviderSide = Awaited<ReturnType<typeof startProvider>>;

interface ProviderCall {
  method: string;
  path: string;
  /** As the caller named it: processes that name it differently can be distinguished. */
  host: string;
}

/** Looks at a call as it arrives, when it is done and when it is answered. False drops a call that has arrived. */
type Watcher = (stage: 'arrived' | 'done' | 'answered', call: ProviderCall) => Promise<boolean | undefined>;

async function startProvider(url: string, notificationUrl: string | undefined, name: ProviderName) {
  const { apiPath, books, goodCard, poorCard } = dialects[name];
  const app = Fastify({ forceCloseConnections: true });
  const clock = { aheadMs: 0 };
  const tampering: { with?: ((object: Json) => Json) | undefined; isRefusing?: boolean } = {};
  const calls: string[] = [];
  const watching: { by?: Watcher | undefined } = {};
  const watch = (stage: Parameters<Watcher>[0], { method, url: path, host }: FastifyRequest) =>
    watching.by?.(stage, { method, path, host });
  app.addHook('onRequest', async (request, reply) => {
    // T-Bank's receipts stand beside its other calls.
    if (![`${apiPath}/`, '/cashbox/'].some((start) => request.url.startsWith(start))) return;
    calls.push(`${request.method} ${request.url.slice(3)}`);
    if ((await watch('arrived', request)) === false) {
      reply.hijack();
      request.raw.destroy();
      return;
    }
    if (tampering.isRefusing) return reply.code(403).send({ type: 'error', code: 'forbidden' });
  });
  app.addHook('onSend', async (request, _reply, payload) => {
    await watch('done', request);
    const isObject = request.url.startsWith(`${apiPath}/`) && typeof payload === 'string';
    return isObject && tampering.with ? JSON.stringify(tampering.with(JSON.parse(payload))) : payload;
  });
  app.addHook('onResponse', async (request) => {
    await watch('answered', request);
  });
  app.register(sandboxPlugin, {
    provider: name,
    cardReturnUrl: 'https://cabinet.example.ru/api/payment-methods/{CustomerKey}/return',
    publicUrl: url,
    ...shopKeys,
    notificationUrl,
    store: memoryStore(),
    maxToken,
    clock: () => Date.now() + clock.aheadMs,
    backoffScale: 0.01,
    // An idle shop hears of nothing that a tick would notify of.
    tickMs: notificationUrl ? 20 : 1000,
  });
  await app.listen({ port: Number(new URL(url).port), host: '127.0.0.1' });
  const call = callerOf(url);
  return {
    calls,
    goodCard,
    /** Without money on it. */
    poorCard,
    ...booksOf(call, books),
    misbehave: (...next: object[]) => call('POST', '/control/faults', { next }),
    behave: () => call('DELETE', '/control/faults'),
    force: (id: string, order: object) => call('POST', `/control/payments/${id}`, order),
    settleRefund: (id: string, order: object) => call('POST', `/control/refunds/${id}`, order),
    /** Changes every answer of the provider, until called without a function. */
    tamper: (change?: (object: Json) => Json) => {
      tampering.with = change;
    },
    /** Until called without a function. */
    watch: (by?: Watcher) => {
      watching.by = by;
    },
    refuse: (isRefusing: boolean) => {
      tampering.isRefusing = isRefusing;
    },
    pass: (ms: number) => {
      clock.aheadMs += ms;
    },
    ...payerAt(url, name),
    /** What the person of the messenger does in the chat with the bot. */
    chat: (action: 'start' | 'stop') =>
      fetch(`${url}/max/kazna_test_bot`, { method: 'POST', body: new URLSearchParams({ action }), redirect: 'manual' }),
    readChat: async () => (await fetch(`${url}/max/kazna_test_bot`)).text(),
    close: () => app.close(),
  };
}

/** What a person does on the provider's pages. */
function payerAt(url: string, name: ProviderName) {
  const { goodCard, confirmationCode } = dialects[name];
  const submit = (path: string, form: Record<string, string> = {}) =>
    fetch(`${url}/checkout/${path}`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  return {
    payByCard: (id: string, number = goodCard, more: Record<string, string> = {}) =>
      submit(`${id}/card`, { number, expiry: '12/40', code: '123', ...more }),
    /** 3-D Secure, by the right code unless another is given. */
    confirmCard: (id: string, code: string = confirmationCode) => submit(`${id}/confirm-card`, { code }),
    payBySbp: (id: string) => submit(`${id}/sbp`),
  };
}

/** What the provider itself has written down. */
function booksOf(call: ReturnType<typeof callerOf>, books: string) {
  const list = async (what: 'payments' | 'refunds', limit = 100): Promise<Json[]> =>
    limit === 0 ? [] : (await call('GET', `${books}/${what}?limit=${limit}`)).items;
  return {
    methods: async (): Promise<Json[]> => (await call('GET', '/control/payment_methods')).items,
    receipts: async (): Promise<Json[]> => (await call('GET', '/control/receipts')).items,
    listAll: (what: 'payments' | 'refunds') => pagesOf((query) => call('GET', `${books}/${what}?${query}`)),
    /** The newest. */
    payments: (limit?: number) => list('payments', limit),
    refunds: (limit?: number) => list('refunds', limit),
    payment: (id: string) => call('GET', `${books}/payments/${id}`),
    /** The provider's payments for ours: one, unless somebody is charged twice. */
    paymentsFor: async (paymentId: string) =>
      (await list('payments')).filter(({ metadata }) => metadata.payment_id === paymentId),
    refundsFor: async (providerId: string) =>
      (await list('refunds')).filter(({ payment_id: paymentId }) => paymentId === providerId),
  };
}

/** Asks the provider as the shop does. */
function callerOf(url: string) {
  const authorization = `Basic ${Buffer.from(`${shopKeys.shopId}:${shopKeys.secretKey}`).toString('base64')}`;
  return async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Json> => {
    const headers = { authorization, ...(body && { 'content-type': 'application/json' }) };
    const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status} ${await response.text()}`);
    return response.json();
  };
}

async function pagesOf(getPage: (query: string) => Promise<Json>): Promise<Json[]> {
  const items: Json[] = [];
  for (let cursor = ''; ; ) {
    const page = await getPage(`limit=100${cursor && `&cursor=${cursor}`}`);
    items.push(...page.items);
    if (!page.next_cursor) return items;
    cursor = page.next_cursor;
  }
}
