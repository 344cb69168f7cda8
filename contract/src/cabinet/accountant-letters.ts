import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { email } from '../shared/fields.ts';

const accountantAddress = z.object({
  /** Null where none is set. */
  email: z.nullable(z.string()),
  /** Until the address has agreed, nothing but the question is sent there. */
  isConfirmed: z.boolean(),
});
export type AccountantAddress = z.output<typeof accountantAddress>;

export const getAccountantAddress = endpoint({
  method: 'GET',
  path: '/api/documents/accountant',
  summary: 'The address that the documents of each month are sent to',
  access: { organization: 'payments.export', of: 'session' },
  status: 200,
  answer: accountantAddress,
});

export const setAccountantAddress = endpoint({
  method: 'PUT',
  path: '/api/documents/accountant',
  summary: 'Choose that address, which is asked to agree by a letter; the same one is asked again',
  access: { organization: 'payments.export', of: 'session' },
  body: z.object({ email }),
  status: 200,
  answer: accountantAddress,
  problems: ['too_many_requests'],
});

export const removeAccountantAddress = endpoint({
  method: 'DELETE',
  path: '/api/documents/accountant',
  summary: 'Send the documents of a month to nobody',
  access: { organization: 'payments.export', of: 'session' },
  status: 204,
});

const link = z.object({ token: z.string().check(z.maxLength(500)) });
const ofOrganization = z.object({ organizationName: z.string() });

export const confirmAccountantAddress = endpoint({
  method: 'POST',
  path: '/api/documents/accountant/confirm',
  summary: 'Agree to the letters, by the link of the letter that asks',
  access: 'public',
  body: link,
  status: 200,
  answer: ofOrganization,
  problems: ['accountant_link_invalid'],
});

export const stopAccountantLetters = endpoint({
  method: 'POST',
  path: '/api/documents/accountant/stop',
  summary: 'Stop the letters, by the link of any of them',
  access: 'public',
  body: link,
  status: 200,
  answer: ofOrganization,
  problems: ['accountant_link_invalid'],
});

export const getMonthFiles = endpoint({
  method: 'GET',
  path: '/api/documents/accountant/files',
  summary: 'The PDFs of a month as a ZIP, by the link of a letter that they were too large for',
  access: 'public',
  query: link,
  status: 200,
  file: ['application/zip'],
  problems: ['accountant_link_invalid', 'too_many_requests'],
});
