import * as z from 'zod/mini';
import { id } from '../shared/fields.ts';

export const credit = { organizationId: id, invoiceId: z._default(z.nullable(id), null) };
const decision = z.discriminatedUnion('action', [
  z.object({ documentId: id, action: z.literal('credit'), ...credit }),
  z.object({ documentId: id, action: z.literal('unidentified') }),
  /** It is no customer's money. */
  z.object({ documentId: id, action: z.literal('skip') }),
]);
export type Decision = z.output<typeof decision>;

export const decisions = z.array(decision).check(
  z.maxLength(5000),
  z.refine((all) => new Set(all.map(({ documentId }) => documentId)).size === all.length, {
    error: 'По одному документу несколько решений',
  }),
);
