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
  /** Where a browser finds the sandbox, prefix included. */
  publicUrl: string;
  shopId: string;
  secretKey: string;
  /** Without it nobody is notified, and the shop has to ask. */
  notificationUrl?: string | undefined;
  store: Store;
  clock?: () => number;
  paymentLifetimeMs?: number;
  /** Shortens the pauses between deliveries of a notification. */
  pauseScale?: number;
  /** How often expiry and due notifications are looked for. */
  tickMs?: number;
}

const hourMs = 60 * 60 * 1000;

/** A provider that speaks the API v3 of YooKassa; a Fastify plugin to register under any prefix. */
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
