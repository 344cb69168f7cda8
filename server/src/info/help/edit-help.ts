import { type BuiltInHelp, maxHelpArticles, type newHelpForm } from '@kazna/contract/admin/help';
import type { z } from 'zod/mini';
import { type Actor, recordAction } from '../../audit/actions-store.ts';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { fieldProblem, Problem } from '../../platform/http/problem.ts';
import type { Article } from './built-in.ts';
import * as store from './store.ts';

export async function listForStaff(db: Queries, builtIn: readonly Article[]) {
  const stored = (await store.selectBeginnings(db)).map(({ markdown: _, ...article }) => article);
  const hidden = new Set(await store.selectHidden(db));
  const bySlug = new Map(stored.map((article) => [article.slug, article]));
  const ofScreens = builtIn.map((article): BuiltInHelp => {
    const replacement = bySlug.get(article.slug) ?? null;
    bySlug.delete(article.slug);
    return { ...article, isHidden: hidden.has(article.slug), replacement };
  });
  return { items: [...bySlug.values()], builtIn: ofScreens };
}

export async function createArticle(
  tx: Transaction,
  actor: Actor,
  { isReplacement, ...form }: z.output<typeof newHelpForm>,
  builtIn: readonly Article[],
): Promise<string> {
  const isOfProduct = builtIn.some(({ slug }) => slug === form.slug);
  if (isOfProduct !== isReplacement) throw fieldProblem('slug', 'Этот адрес занят статьёй о кабинете');
  const id = uuidv7();
  if (!(await store.insertArticle(tx, { ...form, id }, maxHelpArticles))) {
    if (await store.findArticle(tx, { slug: form.slug })) throw fieldProblem('slug', 'Этот адрес уже занят');
    throw fieldProblem('title', `Статей уже ${maxHelpArticles}. Удалите ненужную`);
  }
  await recordAction(tx, actor, { action: 'help.created', details: { article: form.title } });
  return id;
}

export async function updateArticle(tx: Transaction, actor: Actor, id: string, change: store.Change): Promise<void> {
  const before = await store.updateArticle(tx, id, change);
  if (before === null) throw new Problem('not_found');
  await recordAction(tx, actor, { action: 'help.changed', details: { article: before } });
}

export async function deleteArticle(tx: Transaction, actor: Actor, id: string): Promise<void> {
  const title = await store.deleteArticle(tx, id);
  if (title === null) throw new Problem('not_found');
  await recordAction(tx, actor, { action: 'help.deleted', details: { article: title } });
}

export async function hideArticle(
  tx: Transaction,
  actor: Actor,
  { title, slug }: Article,
  isHidden: boolean,
): Promise<void> {
  if (!(await store.updateHidden(tx, slug, isHidden))) return;
  await recordAction(tx, actor, { action: isHidden ? 'help.hidden' : 'help.shown', details: { article: title } });
}
