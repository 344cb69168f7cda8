import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { currency } from '../shared/money.ts';

export const legalDocuments = ['offer', 'personal-data', 'privacy', 'advertising', 'automatic-charges'] as const;
export type LegalDocument = (typeof legalDocuments)[number];

/** Texts that everybody has to agree to, each apart. */
export const consentDocuments = ['offer', 'personal-data'] as const satisfies LegalDocument[];
export type ConsentDocument = (typeof consentDocuments)[number];

/** All that people agree to. The service does not depend on advertising; automatic charges are agreed to with a card. */
export const consentKinds = [
  ...consentDocuments,
  'advertising',
  'automatic-charges',
] as const satisfies LegalDocument[];
export type ConsentKind = (typeof consentKinds)[number];

export const getLegalText = endpoint({
  method: 'GET',
  path: '/api/info/documents/{document}',
  summary: 'A legal text in Markdown, with the version that a consent refers to',
  access: 'public',
  params: z.object({ document: z.enum(legalDocuments) }),
  status: 200,
  answer: z.object({ document: z.enum(legalDocuments), version: z.string(), title: z.string(), markdown: z.string() }),
  problems: ['not_found'],
});

/** The business that runs the installation; null where not configured. */
export const operator = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  inn: z.nullable(z.string()),
  ogrn: z.nullable(z.string()),
  address: z.nullable(z.string()),
});
export type Operator = z.output<typeof operator>;

export const getInfo = endpoint({
  method: 'GET',
  path: '/api/info',
  summary: "The operator's name and contacts, and the versions of the legal texts",
  access: 'public',
  status: 200,
  answer: z.object({
    operator,
    currencies: z.array(currency),
    documents: z.array(z.object({ document: z.enum(legalDocuments), version: z.string(), title: z.string() })),
  }),
});
