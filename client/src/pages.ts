import type { Call, CallOptions, CallRequest } from './transport.ts';

export interface Page<Item> {
  items: Item[];
  /** Null on the last page. A page may be empty and have a next one. */
  nextCursor: string | null;
}

type PageOptions = Pick<CallOptions, 'signal'>;

/** A list: `for await` goes through its items and loads pages on the way. Nothing is asked for before that. */
export class Pages<Item, OnePage extends Page<Item> = Page<Item>> implements AsyncIterable<Item> {
  readonly #load: (cursor: string | undefined) => Promise<OnePage>;

  constructor(call: Call, path: string, query: CallRequest['query'] = {}, { signal }: PageOptions = {}) {
    this.#load = (cursor = query.cursor as string | undefined) =>
      call<OnePage>({ method: 'GET', path, query: { ...query, cursor }, signal });
  }

  /** The first page alone. */
  page(): Promise<OnePage> {
    return this.#load(undefined);
  }

  async *pages(): AsyncGenerator<OnePage, void, undefined> {
    let cursor: string | undefined;
    do {
      const page = await this.#load(cursor);
      yield page;
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  }

  /** Every item of every page: for lists that are known to be short. */
  async toArray(): Promise<Item[]> {
    const all: Item[] = [];
    for await (const item of this) all.push(item);
    return all;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { items } of this.pages()) yield* items;
  }
}
