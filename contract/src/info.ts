import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const legalDocuments = ['offer', 'personal-data', 'privacy'] as const;
export type LegalDocument = (typeof legalDocuments)[number];

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

export const getInfo = endpoint({
  method: 'GET',
  path: '/api/info',
  summary: "The operator's name and contacts, and the versions of the legal texts",
  access: 'public',
  status: 200,
  answer: z.object({
    operator: z.object({ name: z.string(), email: z.string() }),
    documents: z.array(z.object({ document: z.enum(legalDocuments), version: z.string(), title: z.string() })),
  }),
});
