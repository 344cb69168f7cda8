import * as z from 'zod/mini';
import { lengthBetween } from './validation.ts';

/** Addresses are compared in lower case and without spaces around them. */
export const email = z.string().check(z.trim(), z.toLowerCase(), z.email(), z.maxLength(254));
export const password = z.string().check(...lengthBetween(8, 128));
/** A password typed to be compared with the stored one: today's rules must not lock out yesterday's passwords. */
export const typedPassword = z.string().check(...lengthBetween(1, 1024));
/** Texts that reach letters and logs: no control characters and no angle brackets. */
export function lineOfText(minimum: number, maximum: number, label?: [accusative: string, genitive: string]) {
  return z
    .string()
    .check(z.trim(), ...lengthBetween(minimum, maximum, label), z.regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>]*$/u));
}
export const name = lineOfText(1, 100);
export const id = z.uuid();
export const time = z.iso.datetime();
export const letterToken = z.string().check(...lengthBetween(1, 200));
export const tokenPair = z.object({ accessToken: z.string(), refreshToken: z.string() });
export type TokenPair = z.output<typeof tokenPair>;
