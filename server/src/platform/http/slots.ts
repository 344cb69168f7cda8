import { Problem } from './problem.ts';

/** How many at once may be held under one key. */
interface SlotLimit {
  key: string;
  most: number;
}

/** Counts what lasts, such as streams and downloads, in this process. */
export interface Slots {
  /** Takes one under each key, or throws when any has too many; the answer gives them back, once. */
  take(...limits: SlotLimit[]): () => void;
}

export function createSlots(retryAfterSeconds: number): Slots {
  const taken = new Map<string, number>();
  const change = (key: string, by: number) => {
    const count = (taken.get(key) ?? 0) + by;
    if (count > 0) taken.set(key, count);
    else taken.delete(key);
  };
  return {
    take: (...limits) => {
      if (limits.some(({ key, most }) => (taken.get(key) ?? 0) >= most)) {
        throw new Problem('too_many_requests', { retryAfterSeconds });
      }
      for (const { key } of limits) change(key, 1);
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        for (const { key } of limits) change(key, -1);
      };
    },
  };
}

/**
 * The same chunks; released when they have come to an end or nobody wants more. A generator's own `finally` would not
 * run for a reader who leaves before the first chunk.
 */
export function releasedAtEnd<T>(chunks: AsyncIterable<T>, release: () => void): AsyncIterable<T> {
  return {
    [Symbol.asyncIterator]: () => {
      const inner = chunks[Symbol.asyncIterator]();
      return {
        next: async () => {
          try {
            const result = await inner.next();
            if (result.done) release();
            return result;
          } catch (error) {
            release();
            throw error;
          }
        },
        return: async () => {
          release();
          return (await inner.return?.()) ?? { done: true, value: undefined };
        },
      };
    },
  };
}
