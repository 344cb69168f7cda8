import * as z from 'zod/mini';
import { helpSlug } from '../cabinet/help.ts';
import { endpoint } from '../shared/endpoint.ts';
import { id, lineOfText, time } from '../shared/fields.ts';
import { lengthBetween, textCalled } from '../shared/validation.ts';
import { visibleLines } from '../shared/visible-lines.ts';

export const maxHelpArticles = 200;

/** What cannot be seen is dropped: people paste articles from anywhere. */
const markdown = textCalled(['текст', 'текста']).check(
  z.overwrite(visibleLines),
  ...lengthBetween(1, 20_000, ['текст', 'текста']),
);

export const helpForm = z.object({
  title: lineOfText(1, 120, ['название', 'названия']),
  markdown,
  isPublished: z.boolean(),
});

export const newHelpForm = z.extend(helpForm, {
  slug: helpSlug,
  /** The slug is that of an article of the product, which this one replaces. */
  isReplacement: z.boolean(),
});

const article = z.object({
  id,
  slug: z.string(),
  title: z.string(),
  isPublished: z.boolean(),
  updatedAt: time,
});
export type AdminHelpArticle = z.output<typeof article>;

const builtIn = z.object({
  slug: z.string(),
  title: z.string(),
  markdown: z.string(),
  isHidden: z.boolean(),
  /** Of the article that replaces it; null where none does. */
  replacement: z.nullable(article),
});
export type BuiltInHelp = z.output<typeof builtIn>;

const articleParams = z.object({ articleId: id });

export const listHelpAsStaff = endpoint({
  method: 'GET',
  path: '/api/admin/help',
  summary: 'Articles of the business in their order, and those that come with the product',
  access: { staff: 'admin.read' },
  status: 200,
  answer: z.object({ items: z.array(article), builtIn: z.array(builtIn) }),
});

export const getHelpAsStaff = endpoint({
  method: 'GET',
  path: '/api/admin/help/{articleId}',
  summary: 'An article of the business, published or not',
  access: { staff: 'admin.read' },
  params: articleParams,
  status: 200,
  answer: z.extend(article, { markdown: z.string() }),
  problems: ['not_found'],
});

export const createHelpArticle = endpoint({
  method: 'POST',
  path: '/api/admin/help',
  summary: 'Add an article, or replace one that comes with the product',
  access: { staff: 'admin.manage' },
  body: newHelpForm,
  status: 201,
  answer: z.object({ id }),
});

export const updateHelpArticle = endpoint({
  method: 'PUT',
  path: '/api/admin/help/{articleId}',
  summary: 'Change an article, publish it or take it back. Its address stays',
  access: { staff: 'admin.manage' },
  params: articleParams,
  body: helpForm,
  status: 204,
  problems: ['not_found'],
});

export const deleteHelpArticle = endpoint({
  method: 'DELETE',
  path: '/api/admin/help/{articleId}',
  summary: 'Delete an article. The one of the product that it replaced is shown again',
  access: { staff: 'admin.manage' },
  params: articleParams,
  status: 204,
  problems: ['not_found'],
});

export const orderHelp = endpoint({
  method: 'PUT',
  path: '/api/admin/help-order',
  summary: 'Put the articles of the business in this order. Those left out follow',
  access: { staff: 'admin.manage' },
  body: z.object({ articleIds: z.array(id).check(z.maxLength(maxHelpArticles)) }),
  status: 204,
});

export const hideHelp = endpoint({
  method: 'PUT',
  path: '/api/admin/built-in-help/{slug}',
  summary: 'Hide an article that comes with the product from customers, or show it again',
  access: { staff: 'admin.manage' },
  params: z.object({ slug: helpSlug }),
  body: z.object({ isHidden: z.boolean() }),
  status: 204,
  problems: ['not_found'],
});
