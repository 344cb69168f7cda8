import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, Clock, Disposable, Page } from 'playwright-core';
import { fillStorage, type PageOptions } from './page-options.ts';

/**
 * Goes from test to test. Its opener is a page of the product that runs no code; what it opens lives in its process, which
 * still has every script compiled: to compile them anew is half of the cost of a first load.
 */
interface ReusedContext {
  context: BrowserContext;
  options: string;
  /** Undefined before the first test has ended. */
  opener?: Page;
  filled?: Disposable;
  origins: Set<string>;
  /** Whether a test has changed what cannot be put back. */
  isSpent: boolean;
}

const maxIdle = 3;
const closeTimeoutMs = 10_000;
const idle: ReusedContext[] = [];
const busy: ReusedContext[] = [];

/** What outlives a page and is neither storage nor cookies nor permissions. */
const lastingCalls = [
  ...(['addInitScript', 'exposeBinding', 'exposeFunction', 'newCDPSession', 'setStorageState', 'close'] as const),
  ...(['route', 'routeFromHAR', 'routeWebSocket', 'setOffline', 'setGeolocation', 'setExtraHTTPHeaders'] as const),
  ...(['on', 'once', 'addListener', 'prependListener', 'setDefaultTimeout', 'setHTTPCredentials'] as const),
] satisfies (keyof BrowserContext)[];
const clockCalls = [
  ...(['install', 'fastForward', 'pauseAt', 'resume', 'runFor', 'setFixedTime', 'setSystemTime'] as const),
] satisfies (keyof Clock)[];

/** A page as empty as one of a new context, but for the browser's caches of files and compiled code. */
export async function openReusedPage(
  { stored, ...options }: PageOptions,
  create: (options: Omit<PageOptions, 'stored'>) => Promise<BrowserContext>,
): Promise<Page> {
  const key = JSON.stringify(options);
  const at = idle.findIndex((one) => one.options === key);
  const one = idle.splice(at, at === -1 ? 0 : 1)[0] ?? watch(await create(options), key);
  busy.push(one);
  if (options.permissions) await one.context.grantPermissions(options.permissions);
  if (stored) one.filled = await fillStorage(one.context, stored);
  const page = await (one.opener ? openFrom(one.opener, 'about:blank') : one.context.newPage());
  one.isSpent = false;
  return page;
}

/** Keeps the contexts of a test for the next one. Those that could not be put back to nothing are closed. */
export async function putContextsBack(): Promise<void> {
  for (const one of busy.splice(0)) {
    const isEmpty = !one.isSpent && (await inTime(emptied(one).catch(() => false)));
    if (isEmpty) idle.push(one);
    else await closeContext(one.context);
  }
  for (const { context } of idle.splice(0, idle.length - maxIdle)) await closeContext(context);
}

/**
 * Chromium may never answer the closing of a page that is navigating; such a context ends with the browser. A route's
 * handler that is still answering would reject unhandled once its page is gone, and fail the whole run.
 */
export async function closeContext(context: BrowserContext): Promise<void> {
  await inTime(unrouted(context).then(() => context.close()));
}

function inTime<T>(promise: Promise<T>): Promise<T | undefined> {
  return Promise.race([promise, setTimeout(closeTimeoutMs, undefined, { ref: false })]);
}

function unrouted(context: BrowserContext): Promise<unknown> {
  return Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
}

function watch(context: BrowserContext, options: string): ReusedContext {
  const one: ReusedContext = { context, options, origins: new Set(), isSpent: false };
  context.on('page', (page) =>
    page.on('framenavigated', (frame) => {
      const { protocol, origin } = new URL(frame.url());
      if (protocol !== 'about:') one.origins.add(origin);
    }),
  );
  const spend = () => {
    one.isSpent = true;
  };
  onCall(context, lastingCalls, spend);
  onCall(context.clock, clockCalls, spend);
  return one;
}

function onCall<T extends object>(target: T, names: readonly (keyof T)[], notify: () => void): void {
  for (const name of names) {
    const original = target[name] as (...values: unknown[]) => unknown;
    Object.defineProperty(target, name, {
      value: (...values: unknown[]) => {
        notify();
        return original.apply(target, values);
      },
    });
  }
}

async function openFrom(opener: Page, address: string): Promise<Page> {
  const opening = opener.waitForEvent('popup');
  await opener.evaluate((to) => void open(to), address);
  return opening;
}

/** Returns whether nothing is left. Pages of several origins may have left something with each of them. */
async function emptied(one: ReusedContext): Promise<boolean> {
  const { context, origins, filled } = one;
  await unrouted(context);
  const page = context.pages().find((other) => other !== one.opener);
  const [origin, another] = origins;
  if (!page || another !== undefined || new URL(page.url()).origin !== origin) return false;
  if (!one.opener || new URL(one.opener.url()).origin !== origin) {
    one.opener = await openFrom(page, '/robots.txt');
    await one.opener.waitForURL('**/robots.txt');
  }
  for (const other of context.pages()) if (other !== one.opener) await other.close();
  await filled?.dispose();
  origins.clear();
  await Promise.all([context.clearCookies(), context.clearPermissions()]);
  return one.opener.evaluate(async () => {
    sessionStorage.clear();
    localStorage.clear();
    const workers = await navigator.serviceWorker.getRegistrations();
    const left = [...(await indexedDB.databases()), ...(await caches.keys()), ...workers];
    return left.length === 0;
  });
}
