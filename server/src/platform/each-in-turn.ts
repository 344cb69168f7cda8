import { nilUuid } from './db/uuid.ts';

/** One that fails must not keep the others: the first error is thrown once all had their turn. */
export async function eachInTurn<T>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for await (const item of items) await work(item).catch((error) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

const pageSize = 50;

/** All rows by pages that go on after the last id. */
export async function* byPages<T extends { id: string }>(
  select: (after: string, limit: number) => Promise<T[]>,
): AsyncGenerator<T> {
  for (let after = nilUuid; ; ) {
    const page = await select(after, pageSize);
    yield* page;
    const last = page.at(-1);
    if (page.length < pageSize || !last) return;
    after = last.id;
  }
}
