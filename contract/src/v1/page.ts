import * as z from 'zod/mini';

export const pageQuery = {
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 20),
  /** `nextCursor` of the page before. It is opaque: programs pass it on and never make one. */
  cursor: z.optional(z.string().check(z.regex(/^[\w-]{22}$/))),
};

export function pageOf<Item extends z.ZodMiniType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.nullable(z.string()) });
}
