import type { FastifyInstance } from 'fastify';
import { yookassaDialect } from './api/dialect.ts';
import { apiRoutes } from './api/routes.ts';
import { checkoutRoutes } from './checkout/routes.ts';
import type { Sandbox } from './context.ts';
import { controlRoutes } from './control.ts';
import { settleDueObjects } from './expiry.ts';
import { type IdClient, idRoutes } from './id/routes.ts';
import { maxRoutes } from './max.ts';
import { startNotifier } from './notifications.ts';
import { openState } from './state.ts';
import type { Store } from './store.ts';
import { tbankDialect } from './tbank/dialect.ts';
import { tbankCashboxRoutes, tbankRoutes } from './tbank/routes.ts';

export type SandboxProvider = 'yookassa' | 'tbank';

export interface SandboxOptions {
  /** Whom it plays; YooKassa without it. */
  provider?: SandboxProvider;
  /** The sandbox's URL for browsers, including the prefix. */
  publicUrl: string;
  /** T-Bank calls it TerminalKey. */
  shopId: string;
  /** T-Bank calls it Password. */
  secretKey: string;
  /** Without it there are no notifications and the shop has to poll. */
  notificationUrl?: string | undefined;
  /** T-Bank: where a card that was entered leads to, with {CustomerKey} in it. */
  cardReturnUrl?: string | undefined;
  store: Store;
  /** Without it there is no test ID. */
  idClient?: IdClient | undefined;
  /** Without it there is no messenger. */
  maxToken?: string | undefined;
  clock?: () => number;
  paymentLifetimeMs?: number;
  /** Scales the delivery backoff, for tests. */
  backoffScale?: number;
  /** Interval of expiry and delivery checks. */
  tickMs?: number;
}

const hourMs = 60 * 60 * 1000;

const played = {
  yookassa: { dialect: yookassaDialect, routes: apiRoutes, prefix: '/v3' },
  tbank: { dialect: tbankDialect, routes: tbankRoutes, prefix: '/v2' },
};

/** A sandbox of the YooKassa API v3 or of T-Bank's v2, as a Fastify plugin. */
export async function sandboxPlugin(app: FastifyInstance, options: SandboxOptions): Promise<void> {
  const state = await openState(options.store);
  const { dialect, routes, prefix } = played[options.provider ?? 'yookassa'];
  const sandbox: Sandbox = {
    dialect,
    publicUrl: options.publicUrl.replace(/\/$/, ''),
    shopId: options.shopId,
    secretKey: options.secretKey,
    notificationUrl: options.notificationUrl,
    cardReturnUrl: options.cardReturnUrl,
    paymentLifetimeMs: options.paymentLifetimeMs ?? hourMs,
    state,
    now: options.clock ?? Date.now,
    commit: (changes) => {
      state.commit(changes);
      notifier.wake();
    },
  };
  const notifier = startNotifier(sandbox, { backoffScale: options.backoffScale ?? 1, log: app.log });
  const timer = setInterval(() => {
    settleDueObjects(sandbox);
    notifier.wake();
  }, options.tickMs ?? 1000);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await notifier.stop();
    options.store.close();
  });

  app.register((api) => routes(api, sandbox), { prefix });
  if (options.provider === 'tbank') app.register((api) => tbankCashboxRoutes(api, sandbox), { prefix: '/cashbox' });
  app.register((control) => controlRoutes(control, sandbox), { prefix: '/control' });
  app.register((checkout) => checkoutRoutes(checkout, sandbox), { prefix: '/checkout' });
  const { idClient: client, maxToken: token } = options;
  if (client) app.register((id) => idRoutes(id, { publicUrl: sandbox.publicUrl, client }), { prefix: '/id' });
  if (token) app.register((max) => maxRoutes(max, { publicUrl: sandbox.publicUrl, token }), { prefix: '/max' });
}
