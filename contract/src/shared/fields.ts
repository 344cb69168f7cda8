import * as z from 'zod/mini';
import { type Label, lengthBetween, textCalled } from './validation.ts';
import { hasWebAddress } from './web-address.ts';

/** Addresses are compared in lower case and without spaces around them. */
export const email = z.string().check(z.trim(), z.toLowerCase(), z.email(), z.maxLength(254));
export const password = z.string().check(...lengthBetween(8, 128));
const newOne: Label = ['новый пароль', 'нового пароля'];
export const newPassword = textCalled(newOne).check(...lengthBetween(8, 128, newOne));
/** A password typed to be compared with the stored one: today's rules must not lock out yesterday's passwords. */
export const typedPassword = z.string().check(...lengthBetween(1, 1024));
/** Texts that reach letters and logs: no control characters, no halves of characters and no angle brackets. */
export function lineOfText(minimum: number, maximum: number, label?: Label) {
  return textCalled(label).check(
    z.trim(),
    ...lengthBetween(minimum, maximum, label),
    z.regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>]*$/u),
  );
}
/** What people look for. The database knows no NUL. */
export const search = z.string().check(
  z.trim(),
  z.maxLength(128),
  z.refine((text) => !text.includes('\0')),
);
export const name = lineOfText(1, 100).check(
  z.refine((text) => !hasWebAddress(text), { error: 'Уберите из имени адрес сайта или почты' }),
);
export const id = z.uuid();
/** The database has no year zero. */
export const time = z.iso.datetime().check(z.regex(/^(?!0000)/));
/** Names an attempt: whoever repeats it with the same key makes nothing happen twice. */
const idempotencyKey = z.string().check(z.minLength(8), z.maxLength(64), z.regex(/^[\w.+-]+$/));
export const idempotencyHeaders = z.object({ 'idempotency-key': idempotencyKey });
export const optionalIdempotencyHeaders = z.object({ 'idempotency-key': z.optional(idempotencyKey) });
export const letterToken = z.string().check(...lengthBetween(1, 200));
/** A secret of the browser that asked for a letter: the letter's link works at once only together with it. */
export const verifier = z.string().check(...lengthBetween(1, 200));
export const tokenPair = z.object({ accessToken: z.string(), refreshToken: z.string() });
export type TokenPair = z.output<typeof tokenPair>;
