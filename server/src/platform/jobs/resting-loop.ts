export interface RestingLoopOptions {
  /**
   * One round of the work. Returns true when more of it waits, and the next round begins without a rest. The signal is
   * aborted by a stop: a round that takes long looks at it.
   */
  step: (signal: AbortSignal) => Promise<boolean>;
  restMs: number;
  onError: (error: Error) => void;
}

export interface RestingLoop {
  /** Ends the rest, or leaves out the one after the running round. */
  wake(): void;
  /** Begins no further round and resolves when the running one has ended. */
  stop(): Promise<void>;
}

/** Repeats a step for as long as the process works. A round that throws is reported, and the next one comes after a rest. */
export function startRestingLoop({ step, restMs, onError }: RestingLoopOptions): RestingLoop {
  const stopping = new AbortController();
  let isWoken = false;
  let endRest: () => void = () => {};

  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, isWoken ? 0 : restMs);
      endRest = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const loop = async () => {
    while (!stopping.signal.aborted) {
      isWoken = false;
      const hasMore = await step(stopping.signal).catch((error: Error) => {
        onError(error);
        return false;
      });
      if (!hasMore && !stopping.signal.aborted) await rest();
    }
  };
  const wake = () => {
    isWoken = true;
    endRest();
  };
  const looping = loop();
  return {
    wake,
    stop: async () => {
      stopping.abort();
      wake();
      await looping;
    },
  };
}

/** Resolves when all work has ended, or when the time is up, whichever comes first. */
export async function settleWithin(work: Iterable<Promise<unknown>>, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  await Promise.race([Promise.all(work), timeout]);
  clearTimeout(timer);
}
