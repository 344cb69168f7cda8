import * as z from 'zod/mini';

/** What an organization says of itself, by one name in forms, answers and columns; its bank account stands apart. */
export const requisiteNames = ['inn', 'kpp', 'ogrn', 'address', 'edo'] as const;
type ByName<Schema> = Record<(typeof requisiteNames)[number], Schema>;
const byName = <Schema>(schema: Schema) =>
  Object.fromEntries(requisiteNames.map((name) => [name, schema])) as ByName<Schema>;
export const storedRequisites = byName(z.nullable(z.string()));
export const changedRequisites = byName(z.optional(z.string()));

/** How a document names its seller or buyer: stored with the document, printed in its PDF and shown beside it. */
export const requisites = z.object({
  name: z.string(),
  inn: z.string(),
  kpp: z.nullable(z.string()),
  address: z.nullable(z.string()),
});
export type Requisites = z.output<typeof requisites>;

/** Leaves out everything else that is known of the side. Null for a field that is newer than a stored document. */
export function pickRequisites(side: Requisites): Requisites {
  const names = Object.keys(requisites.shape) as (keyof Requisites)[];
  return Object.fromEntries(names.map((name) => [name, side[name] ?? null])) as unknown as Requisites;
}
