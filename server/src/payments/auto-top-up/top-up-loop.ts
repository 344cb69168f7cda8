import { nilUuid } from '../../platform/db/uuid.ts';
import { settleWithin, startRestingLoop } from '../../platform/jobs/resting-loop.ts';
import { attemptTopUp, type TopUpContext } from './attempt-top-up.ts';
import { selectDue } from './store.ts';

const pageSize = 100;
/** Charges under way in one process. Each ends within the provider's timeout, and a slow one delays no other. */
const maxRunning = 20;

export interface TopUpLoop {
  /** Begins no more and waits for what is under way; what is cut off goes on by its job. */
  stop(timeoutMs: number): Promise<void>;
}

/** Charges whoever is below their threshold, once around, and waits for all of it. */
export async function topUpAllDue(context: TopUpContext): Promise<void> {
  for await (const id of listDue(context)) await attemptTopUp(context, id);
}

async function* listDue({ db }: TopUpContext): AsyncGenerator<string> {
  for (let after = nilUuid; ; ) {
    const ids = await selectDue(db, after, pageSize);
    yield* ids;
    const last = ids.at(-1);
    if (ids.length < pageSize || last === undefined) return;
    after = last;
  }
}

/** Reads the state as long as the process works: no crossing is lost with a message, and a burst of them is one. */
export function startTopUpLoop(
  context: TopUpContext & { onError: (error: Error) => void; pollMs?: number },
): TopUpLoop {
  const { onError, pollMs = 1000 } = context;
  const running = new Map<string, Promise<void>>();
  const begin = async (signal: AbortSignal) => {
    for await (const id of listDue(context)) {
      if (signal.aborted) break;
      if (running.has(id)) continue;
      const attempt = attemptTopUp(context, id)
        .catch(onError)
        .finally(() => running.delete(id));
      running.set(id, attempt);
      if (running.size >= maxRunning) await Promise.race(running.values());
    }
    return false;
  };
  const loop = startRestingLoop({ step: begin, restMs: pollMs, onError });
  return {
    stop: (timeoutMs) => settleWithin([loop.stop().then(() => Promise.all(running.values()))], timeoutMs),
  };
}
