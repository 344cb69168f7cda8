import type { FastifyInstance } from 'fastify';
import { apiRoutes } from './api/routes.ts';
import { checkoutRoutes } from './checkout/routes.ts';
import type { Sandbox } from './context.ts';
import { controlRoutes } from './control.ts';
import { settleDueObjects } from './expiry.ts';
import { startNotifier } from './notifications.ts';
import { openState } from './state.ts';
import type { Store } from './store.ts';

export interface SandboxOptions {
  /** The sandbox's URL for browsers, including the prefix. */
  publicUrl: string;
  shopId: string;
  secretKey: string;
  /** Without it there are no notifications and the shop has to poll. */
  notificationUrl?: string | undefined;
  store: Store;
  clock?: () => number;
  paymentLifetimeMs?: number;
  /** Scales the delivery backoff, for tests. */
  pauseScale?: number;
  /** Interval of expiry and delivery checks. */
  tickMs?: number;
}

const hourMs = 60 * 60 * 1000;

/** A sandbox of the YooKassa API v3, as a Fastify plugin. */
export async function sandboxPlugin(app: FastifyInstance, options: SandboxOptions): Promise<void> {
  const state = await openState(options.store);
  const sandbox: Sandbox = {
    publicUrl: options.publicUrl.replace(/\/$/, ''),
    shopId: options.shopId,
    secretKey: options.secretKey,
    notificationUrl: options.notificationUrl,
    paymentLifetimeMs: options.paymentLifetimeMs ?? hourMs,
    state,
    now: options.clock ?? Date.now,
    commit: (changes) => {
      state.commit(changes);
      notifier.wake();
    },
  };
  const notifier = startNotifier(sandbox, { pauseScale: options.pauseScale ?? 1, log: app.log });
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

  app.register((api) => apiRoutes(api, sandbox), { prefix: '/v3' });
  app.register((control) => controlRoutes(control, sandbox), { prefix: '/control' });
  app.register((checkout) => checkoutRoutes(checkout, sandbox), { prefix: '/checkout' });
}
