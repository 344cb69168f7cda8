import type { PageOf } from '../api/query-client.ts';

export const maxRows = 100_000;

interface CollectOptions {
  limit?: number;
  signal: AbortSignal;
  onProgress: (count: number) => void;
}

/** Collects all pages up to the limit; `isCut` says that there was more. */
export async function collectPages<Item>(
  load: (cursor: string | undefined) => Promise<PageOf<Item>>,
  { limit = maxRows, signal, onProgress }: CollectOptions,
): Promise<{ items: Item[]; isCut: boolean }> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const page = await load(cursor);
    signal.throwIfAborted();
    items.push(...page.items);
    cursor = page.nextCursor ?? undefined;
    onProgress(Math.min(items.length, limit));
  } while (cursor && items.length < limit);
  return { items: items.slice(0, limit), isCut: cursor !== undefined || items.length > limit };
}
