import { Problem } from './problem.ts';

interface SlotLimit {
  key: string;
  max: number;
}

/** A concurrency limit for streams and downloads, counted in this process. */
export interface Slots {
  /** Acquires a slot under each key or throws 429; the returned function releases them, once. */
  acquire(...limits: SlotLimit[]): () => void;
}

export function createSlots(retryAfterSeconds: number): Slots {
  const taken = new Map<string, number>();
  const change = (key: string, by: number) => {
    const count = (taken.get(key) ?? 0) + by;
    if (count > 0) taken.set(key, count);
    else taken.delete(key);
  };
  return {
    acquire: (...limits) => {
      if (limits.some(({ key, max }) => (taken.get(key) ?? 0) >= max)) {
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
 * Passes chunks on and releases the slot at their end, at an error or when the reader leaves. A generator's `finally`
 * would not run for a reader who leaves before the first chunk.
 */
export function releaseAtEnd<T>(chunks: AsyncIterable<T>, release: () => void): AsyncIterable<T> {
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
