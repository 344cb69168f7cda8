import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { search, time } from '../shared/fields.ts';

export const helpSlug = z
  .string()
  .check(z.maxLength(60), z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: 'Латинские буквы, цифры и дефисы между ними' }));

export const helpSummary = z.object({
  slug: z.string(),
  title: z.string(),
  /** The first paragraph without its marks. */
  about: z.string(),
  /** Comes with the product and is not replaced by the business. */
  isBuiltIn: z.boolean(),
});
export type HelpSummary = z.output<typeof helpSummary>;

export const listHelp = endpoint({
  method: 'GET',
  path: '/api/help',
  summary: 'Articles in their order, or those that match the search, best first',
  access: 'signedIn',
  query: z.object({ q: z.optional(search) }),
  status: 200,
  answer: z.object({ items: z.array(helpSummary) }),
});

export const getHelpArticle = endpoint({
  method: 'GET',
  path: '/api/help/{slug}',
  summary: 'An article in Markdown',
  access: 'signedIn',
  params: z.object({ slug: helpSlug }),
  status: 200,
  answer: z.object({
    slug: z.string(),
    title: z.string(),
    markdown: z.string(),
    isBuiltIn: z.boolean(),
    /** Null for an article that comes with the product. */
    updatedAt: z.nullable(time),
  }),
  problems: ['not_found'],
});
