import { insertArticle } from '../../src/info/help/store.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { uuidv7 } from '../../src/platform/db/uuid.ts';

interface PlantedArticle {
  slug?: string;
  title?: string;
  markdown?: string;
  isPublished?: boolean;
}

/** Returns the article's id. */
export async function plantHelp(db: Database, planted: PlantedArticle = {}): Promise<string> {
  const id = uuidv7();
  const article = { slug: `article-${id}`, title: 'Как нас найти', markdown: 'Мы на Невском.', isPublished: true };
  await db.transaction((tx) => insertArticle(tx, { ...article, ...planted, id }, Number.MAX_SAFE_INTEGER));
  return id;
}
