import type { Logger } from 'pino';

export interface StopStep {
  name: string;
  close: () => Promise<unknown>;
  timeoutMs: number;
}

/** A step that fails or times out is logged and skipped. Returns whether everything was closed. */
export async function stopInOrder(log: Logger, steps: StopStep[]): Promise<boolean> {
  let isClean = true;
  for (const { name, close, timeoutMs } of steps) {
    try {
      await withTimeout(close(), timeoutMs);
    } catch (error) {
      isClean = false;
      log.error({ err: error }, `stop: ${name} was not closed in order`);
    }
  }
  return isClean;
}

async function withTimeout(work: Promise<unknown>, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no end within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
