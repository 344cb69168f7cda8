import type { AdminHelpArticle } from '@kazna/contract/admin/help';
import type { Queries } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Article } from './built-in.ts';

export interface StoredArticle extends AdminHelpArticle {
  markdown: string;
}

export interface Change {
  title: string;
  markdown: string;
  isPublished: boolean;
}

/** Of all articles, with the beginnings of their texts: enough for a list. */
export function selectBeginnings(db: Queries): Promise<StoredArticle[]> {
  return db.query<StoredArticle>(sql`
    select id, slug, title, left(markdown, 2000) as markdown, is_published as "isPublished", updated_at as "updatedAt"
    from help_articles order by place, id`);
}

export async function findArticle(db: Queries, by: { id: string } | { slug: string }): Promise<StoredArticle | null> {
  const [row] = await db.query<StoredArticle>(sql`
    select id, slug, title, markdown, is_published as "isPublished", updated_at as "updatedAt"
    from help_articles where ${'id' in by ? sql`id = ${by.id}` : sql`slug = ${by.slug}`}`);
  return row ?? null;
}

export async function selectHidden(db: Queries): Promise<string[]> {
  const rows = await db.query<{ slug: string }>(sql`select slug from hidden_help`);
  return rows.map(({ slug }) => slug);
}

/** False when the slug is taken or there are that many already. Two at once take turns, so that none is one too many. */
export async function insertArticle(
  db: Queries,
  { id, slug, title, markdown, isPublished }: Article & Change & { id: string },
  maxArticles: number,
): Promise<boolean> {
  await db.query(sql`lock table help_articles in share row exclusive mode`);
  const rows = await db.query(sql`
    insert into help_articles (id, slug, title, markdown, is_published, place)
    select ${id}, ${slug}, ${title}, ${markdown}, ${isPublished}, coalesce(max(place), 0) + 1 from help_articles
    having count(*) < ${maxArticles}
    on conflict (slug) do nothing
    returning 1`);
  return rows.length > 0;
}

/** Null for an unknown article; otherwise its title before. */
export async function updateArticle(
  db: Queries,
  id: string,
  { title, markdown, isPublished }: Change,
): Promise<string | null> {
  const [before] = await db.query<{ title: string }>(sql`select title from help_articles where id = ${id} for update`);
  await db.query(sql`
    update help_articles set title = ${title}, markdown = ${markdown}, is_published = ${isPublished}, updated_at = now()
    where id = ${id}`);
  return before?.title ?? null;
}

export async function deleteArticle(db: Queries, id: string): Promise<string | null> {
  const [row] = await db.query<{ title: string }>(sql`delete from help_articles where id = ${id} returning title`);
  return row?.title ?? null;
}

export async function updateOrder(db: Queries, ids: string[]): Promise<void> {
  await db.query(sql`select from help_articles order by id for update`);
  await db.query(sql`
    update help_articles a set place = o.place
    from (
      select a.id, row_number() over (order by array_position(${ids}::uuid[], a.id) nulls last, a.place, a.id) as place
      from help_articles a) o
    where o.id = a.id and o.place <> a.place`);
}

export async function updateHidden(db: Queries, slug: string, isHidden: boolean): Promise<boolean> {
  const rows = isHidden
    ? await db.query(sql`insert into hidden_help (slug) values (${slug}) on conflict do nothing returning 1`)
    : await db.query(sql`delete from hidden_help where slug = ${slug} returning 1`);
  return rows.length > 0;
}

/** The vectors by which articles of the product are found, in their order. */
export async function readVectors(db: Queries, articles: readonly Article[]): Promise<string[]> {
  const rows = await db.query<{ vector: string }>(sql`
    select (setweight(to_tsvector('russian', translate(lower(title), 'ё', 'е')), 'A')
      || setweight(to_tsvector('russian', translate(lower(markdown), 'ё', 'е')), 'B'))::text as vector
    from unnest(${articles.map(({ title }) => title)}::text[], ${articles.map(({ markdown }) => markdown)}::text[])
      with ordinality as a (title, markdown, at)
    order by at`);
  return rows.map(({ vector }) => vector);
}

/** Best first: slugs of published articles and of those handed over by their vectors. `tsquery` has only words and marks of ours. */
export async function selectMatches(
  db: Queries,
  tsquery: string,
  builtIn: { slugs: string[]; vectors: string[] },
  limit: number,
): Promise<string[]> {
  const rows = await db.query<{ slug: string }>(sql`
    with asked as (select to_tsquery('russian', ${tsquery}) as query)
    select slug from (
      select slug, ts_rank(search, query) as rank from help_articles, asked where is_published and search @@ query
      union all
      select slug, ts_rank(vector::tsvector, query)
      from unnest(${builtIn.slugs}::text[], ${builtIn.vectors}::text[]) as b (slug, vector), asked
      where vector::tsvector @@ query) found
    order by rank desc, slug limit ${limit}`);
  return rows.map(({ slug }) => slug);
}
