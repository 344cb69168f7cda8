import type { Database } from '../db/database.ts';
import type { Poller } from './poller.ts';
import { selectDueKinds } from './store.ts';

/** One look for all kinds: an idle worker costs one short statement a turn, however many kinds there are. */
export function watchDueJobs(
  db: Database,
  pollers: Poller[],
  { pollMs, onError }: { pollMs: number; onError: (error: Error) => void },
): { stop: () => Promise<void> } {
  let isStopping = false;
  let wake: () => void = () => {};
  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pollMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const look = async () => {
    const due = await selectDueKinds(db);
    for (const poller of pollers) if (due.has(poller.name) && !isStopping) poller.fetch();
  };
  const loop = async () => {
    while (!isStopping) {
      await look().catch(onError);
      if (!isStopping) await rest();
    }
  };
  const looping = loop();
  return {
    stop: async () => {
      isStopping = true;
      wake();
      await looping;
    },
  };
}
