import type { TokenPair } from '@kazna/contract/shared/fields';
import { readTokens, removeTokens, writeTokens } from './tokens.ts';

export function setTokens(pair: TokenPair): void {
  writeTokens(pair);
}

export function clearTokens(): void {
  removeTokens();
}

export function isAuthorized(): boolean {
  return readTokens() !== null;
}
