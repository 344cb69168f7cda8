import { asProblem } from '../../ui/feedback/problem.ts';

export interface Failed<Item> {
  item: Item;
  why: string;
}

interface Progress<Item> {
  done: number;
  failed: readonly Failed<Item>[];
}

/** Runs sequentially, so that it can be stopped; one failure does not stop the rest. */
export async function runSequentially<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: Progress<Item>) => void },
): Promise<Progress<Item>> {
  const failed: Failed<Item>[] = [];
  let done = 0;
  for (const item of items) {
    if (signal.aborted) break;
    try {
      await act(item);
    } catch (reason) {
      failed.push({ item, why: asProblem(reason).detail });
    }
    done += 1;
    onProgress({ done, failed: [...failed] });
  }
  return { done, failed };
}
