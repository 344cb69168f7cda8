import * as z from 'zod/mini';
import { givenConsent } from '../cabinet/consents.ts';
import { consentKinds } from '../cabinet/info.ts';
import { endpoint } from '../shared/endpoint.ts';
import { id, pageOf, pageQuery } from '../shared/fields.ts';

export const consentOfPerson = z.extend(givenConsent, {
  userId: id,
  email: z.string(),
  name: z.string(),
  address: z.nullable(z.string()),
});
export type ConsentOfPerson = z.output<typeof consentOfPerson>;

export const listAllConsents = endpoint({
  method: 'GET',
  path: '/api/admin/consents',
  summary: 'Who agreed to which version of which text and when, withdrawals included, the newest first',
  access: { staff: 'admin.read' },
  query: z.object({ ...pageQuery, document: z.optional(z.enum(consentKinds)) }),
  status: 200,
  answer: pageOf(consentOfPerson),
});
