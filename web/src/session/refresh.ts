import { refresh, refreshWithOrganization } from '@kazna/contract/cabinet/accounts';
import { refreshTimeoutMs } from '@kazna/contract/cabinet/session-timing';
import type { TokenPair } from '@kazna/contract/shared/fields';
import { ownProblem } from '@kazna/contract/shared/own-problems';
import { request, unwrap } from '../api/request.ts';
import { decodeAccessToken } from './access-token.ts';
import { isTransient, refreshDelay, retryDelay } from './refresh-timing.ts';
import { onTokensChange, readRefreshedAt, readTokens, removeTokens, writeRefreshedTokens } from './tokens.ts';

/** Local storage reaches other tabs with a delay; the lock is released only after it. */
const storageSyncMs = 100;

let running: Promise<void> | null = null;
let isRefused = false;
onTokensChange(() => {
  if (readTokens()) isRefused = false;
});

/** Whether the server ended the session, as opposed to a sign-out by the person. */
export function isSessionRefused(): boolean {
  return isRefused;
}

/** Replaces the token pair, or signs out when the server refuses. Never rejects. A lock serializes it across tabs. */
export function refreshSession(): Promise<void> {
  running ??= refreshUnlessRefused().finally(() => {
    running = null;
  });
  return running;
}

export async function refreshExpiredSession(): Promise<void> {
  const tokens = readTokens();
  const claims = tokens && decodeAccessToken(tokens.accessToken);
  if (!claims || claims.expiresAt > Date.now()) return;
  if (refreshDelay(Date.now(), claims.expiresAt, readRefreshedAt(tokens)) <= 0) await refreshSession();
}

/**
 * Switches the session of all tabs to an organization. Without an id it leaves an organization that is gone for the last
 * used one, unless another tab already did. Rejects with the server's problem. Shares the lock with refreshes, because
 * each of them invalidates the other's token pair.
 */
export async function switchOrganization(organizationId?: string): Promise<void> {
  const before = identityOf(readTokens());
  await withRefreshLock(async () => {
    if (organizationId === undefined && identityOf(readTokens()) !== before) return false;
    return exchangeForOrganization(organizationId);
  });
}

/** Spends the refresh token, so the caller must own the refresh lock. */
async function exchangeForOrganization(organizationId: string | undefined): Promise<boolean> {
  const tokens = readTokens();
  if (!tokens?.refreshToken) throw ownProblem('unauthorized');
  const parts = { query: { organizationId } };
  const pair = unwrap(
    await request(refreshWithOrganization, parts, tokens.refreshToken, refreshTimeoutMs),
  ) as TokenPair;
  if (!isStored(tokens)) return false;
  writeRefreshedTokens(pair);
  return true;
}

async function refreshUnlessRefused(): Promise<void> {
  const startTokens = readTokens();
  if (!startTokens) return;
  try {
    if (!startTokens.refreshToken) throw new Error('No refresh token available');
    await withRefreshLock(() => exchange(startTokens));
  } catch (reason) {
    console.error('Token refresh failed', reason);
    if (!isStored(startTokens)) return;
    isRefused = true;
    removeTokens();
  }
}

/** Runs the exchange under a lock shared by all tabs. */
async function withRefreshLock(exchange: () => Promise<boolean>): Promise<void> {
  if (!navigator.locks) {
    await exchange();
    return;
  }
  await new Promise<void>((resolve, reject) => {
    const lockRequest = navigator.locks.request('refresh', async () => {
      const isChanged = await exchange();
      resolve();
      if (isChanged) await pause(storageSyncMs);
    });
    lockRequest.catch(reject);
  });
}

/** Retries with backoff; returns whether the stored pair was replaced. */
async function exchange(startTokens: TokenPair): Promise<boolean> {
  const expiresAt = decodeAccessToken(startTokens.accessToken)?.expiresAt ?? 0;
  for (let failedTries = 0; isStored(startTokens); ) {
    if (!navigator.onLine) {
      await waitUnlessReplaced(startTokens, (resume) => listen('online', resume));
      continue;
    }
    const { status, body } = await request(refresh, {}, startTokens.refreshToken, refreshTimeoutMs);
    if (status === 200) {
      // Signed out or replaced meanwhile: the answer belongs to an old session.
      if (!isStored(startTokens)) return false;
      writeRefreshedTokens(body as TokenPair);
      return true;
    }
    failedTries += 1;
    const retryDelayMs = isTransient(status) ? retryDelay(failedTries, Date.now(), expiresAt) : null;
    if (retryDelayMs === null) throw body;
    await waitUnlessReplaced(startTokens, (resume) => delay(retryDelayMs, resume));
  }
  return false;
}

function identityOf(tokens: TokenPair | null): string | undefined {
  return tokens ? decodeAccessToken(tokens.accessToken)?.identity : undefined;
}

function isStored(pair: TokenPair): boolean {
  return readTokens()?.refreshToken === pair.refreshToken;
}

/** Waits for `schedule` to resume, or until the stored pair changes. */
function waitUnlessReplaced(pair: TokenPair, schedule: (resume: () => void) => () => void): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      cancel();
      unsubscribe();
      resolve();
    };
    const cancel = schedule(stop);
    const unsubscribe = onTokensChange(() => {
      if (!isStored(pair)) stop();
    });
  });
}

function listen(event: string, listener: () => void): () => void {
  addEventListener(event, listener);
  return () => removeEventListener(event, listener);
}

function delay(ms: number, listener: () => void): () => void {
  const timer = setTimeout(listener, ms);
  return () => clearTimeout(timer);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
