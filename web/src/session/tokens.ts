import type { TokenPair } from '@kazna/contract/shared/fields';
import { decodeAccessToken } from './access-token.ts';

const storageKey = 'tokens';
const refreshedKey = 'tokens-refreshed';
const listeners = new Set<() => void>();

/** The token pair shared by all tabs. Invalid storage counts as signed out. */
export function readTokens(): TokenPair | null {
  const stored = localStorage.getItem(storageKey);
  if (stored === null) return null;
  try {
    const { accessToken, refreshToken } = JSON.parse(stored);
    if (typeof accessToken !== 'string' || accessToken === '') return null;
    return { accessToken, refreshToken: typeof refreshToken === 'string' ? refreshToken : '' };
  } catch {
    return null;
  }
}

export function writeTokens({ accessToken, refreshToken }: TokenPair): void {
  localStorage.setItem(storageKey, JSON.stringify({ accessToken, refreshToken }));
  notifyListeners();
}

/** Also stores the time of the refresh, for all tabs. */
export function writeRefreshedTokens(pair: TokenPair): void {
  localStorage.setItem(refreshedKey, JSON.stringify([fingerprint(pair), Date.now()]));
  writeTokens(pair);
}

/** Returns when the pair was refreshed, null if it came from a sign-in. */
export function readRefreshedAt(pair: TokenPair): number | null {
  try {
    const [mark, refreshedAt] = JSON.parse(localStorage.getItem(refreshedKey) ?? '[]');
    return mark === fingerprint(pair) && typeof refreshedAt === 'number' ? refreshedAt : null;
  } catch {
    return null;
  }
}

export function removeTokens(): void {
  localStorage.removeItem(storageKey);
  localStorage.removeItem(refreshedKey);
  notifyListeners();
}

/** Notifies about changes in this tab and the others. */
export function onTokensChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function fingerprint({ accessToken }: TokenPair): string {
  return accessToken.slice(-12);
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

addEventListener('storage', (event) => {
  // The key is null after `localStorage.clear()`.
  if (event.key === storageKey || event.key === null) notifyListeners();
});

type Listener = (isSignedIn: boolean) => void;

/** Notifies when any tab signs in, signs out or switches the organization. */
export function onIdentityChange(listener: Listener): () => void {
  let identity = currentIdentity();
  return onTokensChange(() => {
    const previous = identity;
    identity = currentIdentity();
    if (identity !== previous) listener(identity !== null);
  });
}

function currentIdentity(): string | null {
  const tokens = readTokens();
  return tokens && (decodeAccessToken(tokens.accessToken)?.identity ?? '');
}

export function isAuthorized(): boolean {
  return readTokens() !== null;
}
