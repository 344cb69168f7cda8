import { setTimeout as sleep } from 'node:timers/promises';

/** A question that fails counts as no. */
export async function untilTrue(what: string, ask: () => Promise<boolean>, timeoutMs = 120_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await ask().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`Not in time: ${what}`);
    await sleep(200);
  }
}
