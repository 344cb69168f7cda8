import type { HelpSummary } from '@kazna/contract/cabinet/help';
import type { Database, Queries } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { type Article, readBuiltInHelp, summaryOf } from './built-in.ts';
import { findArticle, readVectors, selectBeginnings, selectHidden, selectMatches } from './store.ts';

const maxFound = 20;

export interface Help {
  builtIn: readonly Article[];
  /** Of `builtIn`, in their order. PostgreSQL makes them once, since only it knows the stems of words. */
  vectors: () => Promise<string[]>;
}

export function openHelp(db: Database): Help {
  const builtIn = readBuiltInHelp();
  let vectors: Promise<string[]> | undefined;
  return {
    builtIn,
    vectors: () => {
      vectors ??= readVectors(db, builtIn).catch((error) => {
        vectors = undefined;
        throw error;
      });
      return vectors;
    },
  };
}

/** What customers see: the articles of the business, then those of the product that are neither hidden nor replaced. */
export async function listHelp(db: Queries, { builtIn }: Help): Promise<HelpSummary[]> {
  const published = (await selectBeginnings(db)).filter(({ isPublished }) => isPublished);
  const hidden = new Set(await selectHidden(db));
  const own = new Map(published.map((article) => [article.slug, article]));
  const ofScreens = builtIn.flatMap((article) => {
    const replacement = own.get(article.slug);
    own.delete(article.slug);
    if (replacement) return [summarize(replacement, false)];
    return hidden.has(article.slug) ? [] : [summarize(article, true)];
  });
  return [...[...own.values()].map((article) => summarize(article, false)), ...ofScreens];
}

function summarize({ slug, title, markdown }: Article, isBuiltIn: boolean): HelpSummary {
  return { slug, title, about: summaryOf(markdown), isBuiltIn };
}

/** Finds articles that have every typed word, or a word that begins with it. */
export async function searchHelp(db: Queries, help: Help, q: string): Promise<HelpSummary[]> {
  const typed =
    q
      .toLowerCase()
      .replaceAll('ё', 'е')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  if (typed.length === 0) return [];
  const shown = new Map((await listHelp(db, help)).map((article) => [article.slug, article]));
  const vectors = await help.vectors();
  const searched = help.builtIn
    .map(({ slug }, at) => ({ slug, vector: vectors[at] as string }))
    .filter(({ slug }) => shown.get(slug)?.isBuiltIn);
  const slugs = await selectMatches(
    db,
    typed.map((word) => `${word}:*`).join(' & '),
    { slugs: searched.map(({ slug }) => slug), vectors: searched.map(({ vector }) => vector) },
    maxFound,
  );
  return slugs.flatMap((slug) => shown.get(slug) ?? []);
}

export async function readArticle(db: Queries, { builtIn }: Help, slug: string) {
  const own = await findArticle(db, { slug });
  if (own?.isPublished) {
    const { title, markdown, updatedAt } = own;
    return { slug, title, markdown, isBuiltIn: false, updatedAt };
  }
  const found = builtIn.find((article) => article.slug === slug);
  if (!found || (await selectHidden(db)).includes(slug)) throw new Problem('not_found');
  return { ...found, isBuiltIn: true, updatedAt: null };
}
