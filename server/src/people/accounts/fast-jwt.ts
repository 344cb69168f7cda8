import { createRequire } from 'node:module';
import type * as library from 'fast-jwt';

const require = createRequire(import.meta.url);

/** Loaded with the first token that is read: it is some forty modules, which no start has to wait for. */
export function fastJwt(): typeof library {
  return require('fast-jwt');
}
