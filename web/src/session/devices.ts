import { maximumDeviceTokens } from '@kazna/contract/cabinet/accounts';

const storageKey = 'devices';

/** Device tokens prove earlier sign-ins from this browser; they survive sign-out. */
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
