import * as z from 'zod/mini';

/** In small letters, as the database writes it: ids are compared as texts here and there. */
export const id = z.uuid().check(z.toLowerCase());
/** ISO 8601 in UTC. PostgreSQL has no year zero. */
export const time = z.iso.datetime().check(z.regex(/^(?!0000)/));
export const amountMinor = z.int().check(z.gte(1), z.lte(100_000_000_000));

/** One line: no control characters, lone surrogates or angle brackets. */
export function text(minimum: number, maximum: number) {
  return z
    .string()
    .check(z.trim(), z.minLength(minimum), z.maxLength(maximum), z.regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>]*$/u));
}

/** PostgreSQL stores neither NUL nor lone surrogates. */
const stored = z.regex(/^[^\0\p{Cs}]*$/u);
const maxMetadataKeys = 20;

/** The business's own notes on an object: up to 20 short texts by name. */
export const metadata = z
  .record(
    z.string().check(z.minLength(1), z.maxLength(40), z.regex(/^[\w.-]+$/)),
    z.string().check(z.maxLength(500), stored),
  )
  .check(
    z.refine((value) => Object.keys(value).length <= maxMetadataKeys, { error: `At most ${maxMetadataKeys} keys` }),
  );

/** The business's own id of an object. */
export const externalId = z.string().check(z.minLength(1), z.maxLength(100), z.regex(/^[\w.:@+/-]+$/));
export const idempotencyKey = z.string().check(z.minLength(8), z.maxLength(64), z.regex(/^[\w.+-]+$/));
/** Every POST needs one: the same key and body again return the first answer and have no second effect. */
export const idempotencyHeaders = z.object({ 'idempotency-key': idempotencyKey });

export const pageQuery = {
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 20),
  /** `nextCursor` of the page before. It is opaque: programs pass it on and never make one. */
  cursor: z.optional(z.string().check(z.regex(/^[\w-]{22}$/))),
};

export function pageOf<Item extends z.ZodMiniType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.nullable(z.string()) });
}
