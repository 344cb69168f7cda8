import type { BrowserContext, Page, Request } from 'playwright-core';
import type { Tokens } from './people.ts';

export function expiryOf({ accessToken }: Pick<Tokens, 'accessToken'>): number {
  const payload = accessToken.split('.')[1] ?? '';
  return JSON.parse(Buffer.from(payload, 'base64url').toString()).exp * 1000;
}

/** An unsigned token, which only the browser accepts. */
export function unsignedToken(expiresAt: number): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  return `${encode({ alg: 'HS256' })}.${encode({ exp: Math.floor(expiresAt / 1000), sub: 'somebody' })}.signature`;
}

interface Refreshes {
  requests: Request[];
  /** Maximum concurrency. */
  atOnce: () => number;
}

export function watchRefreshes(context: BrowserContext): Refreshes {
  const requests: Request[] = [];
  const underWay = new Set<Request>();
  let most = 0;
  context.on('request', (request) => {
    if (!isRefresh(request)) return;
    requests.push(request);
    underWay.add(request);
    most = Math.max(most, underWay.size);
  });
  context.on('requestfinished', (request) => underWay.delete(request));
  context.on('requestfailed', (request) => underWay.delete(request));
  return { requests, atOnce: () => most };
}

function isRefresh(request: Request): boolean {
  return new URL(request.url()).pathname === '/api/auth/refresh';
}

export function consoleOf(page: Page): string[] {
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  return lines;
}

/** Waits for a round trip of the page, so that its earlier requests have been seen. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(() => fetch('/api/health/live').then((answer) => answer.text()));
}
