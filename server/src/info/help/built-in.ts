import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface Article {
  slug: string;
  title: string;
  markdown: string;
}

const directory = resolve(import.meta.dirname, '../../../texts/help');

/**
 * Reads the articles that come with the product, one for each screen of customers. A file `10-home.md` is the article
 * `home`; numbers give the order. The first line is its title.
 */
export function readBuiltInHelp(): Article[] {
  return readdirSync(directory)
    .toSorted()
    .map((file) => {
      const [, slug] = /^\d+-([a-z0-9-]+)\.md$/.exec(file) ?? [];
      const [, title, markdown] = /^# +(.+)\n+([\s\S]+)$/.exec(readFileSync(join(directory, file), 'utf8')) ?? [];
      if (!slug || !title || !markdown) throw new Error(`${file} must be named "10-slug.md" and begin with "# title"`);
      return { slug, title, markdown: markdown.trim() };
    });
}

/** Returns the first paragraph as plain text, cut at a word. */
export function summaryOf(markdown: string): string {
  const paragraph = markdown.split(/\n\s*\n/).find((block) => !/^\s*(#|[-*] |\d+[.)] )/.test(block)) ?? '';
  const text = paragraph
    .replace(/!?\[([^\]]+)\]\([^()\s]+\)/g, '$1')
    .replaceAll('**', '')
    .replace(/\s+/g, ' ')
    .trim();
  return text.length <= 200 ? text : `${text.slice(0, 200).replace(/\s+\S*$/, '')}…`;
}
