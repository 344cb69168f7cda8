import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';

export const findBank = endpoint({
  method: 'GET',
  path: '/api/banks/{bik}',
  summary: 'A bank by its БИК; null where the directory has none',
  access: 'signedIn',
  params: z.object({ bik: z.string().check(z.regex(/^\d{9}$/)) }),
  status: 200,
  answer: z.object({
    /** Without a directory no БИК is known, so an unknown one is no mistake. */
    hasDirectory: z.boolean(),
    bank: z.nullable(
      z.object({
        bik: z.string(),
        /** With its city, as documents name it. */
        name: z.string(),
        correspondentAccount: z.nullable(z.string()),
      }),
    ),
  }),
});

const company = z.object({
  kind: z.enum(['company', 'sole_proprietor']),
  name: z.string(),
  inn: z.string(),
  kpp: z.nullable(z.string()),
  ogrn: z.nullable(z.string()),
  address: z.nullable(z.string()),
  /** False for one that is closed or being closed. */
  isActive: z.boolean(),
});
export type FoundCompany = z.output<typeof company>;

export const findCompany = endpoint({
  method: 'GET',
  path: '/api/companies/{inn}',
  summary:
    'Requisites by ИНН from DaData, where a token is configured. `silent`: it refuses or does not answer; forms do without',
  access: 'signedIn',
  params: z.object({ inn: z.string().check(z.regex(/^(\d{10}|\d{12})$/)) }),
  status: 200,
  answer: z.object({
    state: z.enum(['off', 'found', 'missing', 'silent']),
    company: z.nullable(company),
  }),
});
