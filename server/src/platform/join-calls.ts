import { isDatabaseUnavailable } from './db/errors.ts';

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

interface Queue<Item, Result> {
  waiting: Waiting<Item, Result>[];
  isTaken: boolean;
}

/** Work that lasts longer, on a connection that has died unnoticed, keeps nothing else waiting. */
const slowMs = 100;
const maxJoined = 100;

/**
 * Joins calls about one place, such as a database: what is asked while others are under way is done together once they
 * end. The work returns a result an item in their order, and may be repeated: where it fails for several, each is tried
 * alone, so that none fails for another. A database that cannot be reached fails all, who have waited for it already.
 */
export function joinCalls<Place extends object, Item, Result>(
  work: (place: Place, items: Item[]) => Promise<Result[]>,
): (place: Place, item: Item) => Promise<Result> {
  const queues = new WeakMap<Place, Queue<Item, Result>>();

  async function settle(place: Place, joined: Waiting<Item, Result>[]): Promise<void> {
    try {
      const items = joined.map(({ item }) => item);
      const results = await work(place, items);
      for (const [index, { resolve }] of joined.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (joined.length > 1 && !isDatabaseUnavailable(error))
        return void (await Promise.all(joined.map((one) => settle(place, [one]))));
      for (const { reject } of joined) reject(error);
    }
  }

  function goOn(place: Place, queue: Queue<Item, Result>): void {
    if (queue.isTaken || queue.waiting.length === 0) return;
    queue.isTaken = true;
    let isReleased = false;
    const release = () => {
      if (isReleased) return;
      isReleased = true;
      clearTimeout(timer);
      queue.isTaken = false;
      goOn(place, queue);
    };
    const timer = setTimeout(release, slowMs);
    void settle(place, queue.waiting.splice(0, maxJoined)).then(release);
  }

  return (place, item) => {
    const queue = queues.get(place) ?? { waiting: [], isTaken: false };
    queues.set(place, queue);
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    queue.waiting.push({ item, resolve, reject });
    goOn(place, queue);
    return promise;
  };
}
