import * as z from 'zod/mini';
import { type Label, lengthBetween, textCalled } from './validation.ts';

/** E-mails are trimmed and lowercased before comparison. */
export const email = z.string().check(z.trim(), z.toLowerCase(), z.email(), z.maxLength(254));
export const password = z.string().check(...lengthBetween(8, 128));
const newOne: Label = ['новый пароль', 'нового пароля'];
export const newPassword = textCalled(newOne).check(...lengthBetween(8, 128, newOne));
/** A password to verify, not to set: today's length rules must not reject older passwords. */
export const typedPassword = z.string().check(...lengthBetween(1, 1024));
/** Text that reaches e-mails and logs: no control characters, lone surrogates or angle brackets. */
export function lineOfText(minimum: number, maximum: number, label?: Label) {
  return textCalled(label).check(
    z.trim(),
    ...lengthBetween(minimum, maximum, label),
    z.regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>]*$/u),
  );
}
/** A search query. PostgreSQL rejects NUL. */
export const search = z.string().check(
  z.trim(),
  z.maxLength(128),
  z.refine((text) => !text.includes('\0')),
);
export const name = lineOfText(1, 100).check(
  z.refine((text) => !hasWebAddress(text), { error: 'Уберите из имени адрес сайта или почты' }),
);
/** In small letters, as the database writes it: ids are compared as texts here and there. */
export const id = z.uuid().check(z.toLowerCase());
/** PostgreSQL has no year zero. */
export const time = z.iso.datetime().check(z.regex(/^(?!0000)/));
/** Idempotency key: a repeated request with the same key has no second effect. */
const idempotencyKey = z.string().check(z.minLength(8), z.maxLength(64), z.regex(/^[\w.+-]+$/));
export const idempotencyHeaders = z.object({ 'idempotency-key': idempotencyKey });
export const optionalIdempotencyHeaders = z.object({ 'idempotency-key': z.optional(idempotencyKey) });
export const letterToken = z.string().check(...lengthBetween(1, 200));
/** A secret of the browser that requested an e-mail: only with it the link works without a password. */
export const verifier = z.string().check(...lengthBetween(1, 200));
export const tokenPair = z.object({ accessToken: z.string(), refreshToken: z.string() });
export type TokenPair = z.output<typeof tokenPair>;

/** Cursor paging; the cursor is opaque to the caller. */
export const pageQuery = {
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 20),
  cursor: z.optional(z.uuid()),
};

export function pageOf<Item extends z.ZodMiniType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.nullable(z.string()) });
}

/** Browsers accept the other three as dots in a host name. */
const dot = '[.\\u3002\\uff0e\\uff61]';
const explicit = new RegExp(`://|www${dot}|\\S@\\S|\\d{1,3}(?:${dot}\\d{1,3}){3}|${dot}\\p{L}{2,}[:/]\\S`, 'iu');
// The lookbehind keeps the search linear: a quantifier retried at every letter would be quadratic.
const host = new RegExp(
  // A single letter before the dot is an initial («И.Петров»), unless the rest has the case of a domain («t.me»).
  `(?<=[\\p{L}\\p{N}-]{2})${dot}\\p{L}{2,}|[\\p{L}\\p{N}]${dot}(?:\\p{Ll}{2,}|\\p{Lu}{2,})(?!\\p{L})`,
  'u',
);

/** Detects unambiguous URLs and e-mails. */
export function hasExplicitAddress(text: string): boolean {
  return explicit.test(text);
}

/** Also detects what mail clients turn into links: «evil.com». */
export function hasWebAddress(text: string): boolean {
  return explicit.test(text) || host.test(text);
}
