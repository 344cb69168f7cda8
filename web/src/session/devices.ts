import { maximumDeviceTokens } from '@kazna/contract/cabinet/accounts';

const storageKey = 'devices';

/** What proves to the server that people have signed in from this browser before. It stays when they sign out. */
export function readDeviceTokens(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored)
      ? stored.filter((token) => typeof token === 'string').slice(0, maximumDeviceTokens)
      : [];
  } catch {
    return [];
  }
}

export function storeDeviceToken(token: string): void {
  const others = readDeviceTokens().filter((other) => other !== token);
  localStorage.setItem(storageKey, JSON.stringify([token, ...others].slice(0, maximumDeviceTokens)));
}
