import { setTimeout as sleep } from 'node:timers/promises';

export interface Kind {
  name: string;
  perSecond: number;
  /** One measured call; throws on an unexpected response. The returned function runs unmeasured. */
  run: () => Promise<undefined | (() => Promise<unknown>)>;
}

export interface Measured {
  name: string;
  /** Measured from the due time, so that queueing counts too. */
  millis: number[];
  errors: Map<string, number>;
}

/** Above this concurrency the rate cannot be sustained: further calls are dropped. */
const maxConcurrent = 1000;

/** Open loop: calls start at their rate whether or not earlier ones were answered. */
export async function runOpenLoop(kinds: Kind[], seconds: number): Promise<Measured[]> {
  const measured = kinds.map(({ name }) => ({ name, millis: [], errors: new Map() }) as Measured);
  const arrivals = kinds.flatMap(({ perSecond }, at) =>
    // A random phase keeps kinds of the same rate apart.
    Array.from({ length: Math.round(perSecond * seconds) }, (_, turn) => ({
      at,
      dueMs: ((turn + (at + 0.5) / kinds.length) * 1000) / perSecond,
    })),
  );
  arrivals.sort((a, b) => a.dueMs - b.dueMs);
  const startedAt = performance.now();
  const underWay = new Set<Promise<void>>();
  for (const { at, dueMs } of arrivals) {
    const waitMs = startedAt + dueMs - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    const result = measured[at] as Measured;
    if (underWay.size >= maxConcurrent) {
      count(result.errors, `more than ${maxConcurrent} calls under way`);
      continue;
    }
    const call = measure((kinds[at] as Kind).run, startedAt + dueMs, result).finally(() => underWay.delete(call));
    underWay.add(call);
  }
  await Promise.all(underWay);
  return measured;
}

export async function measure(run: Kind['run'], dueAt: number, { millis, errors }: Measured): Promise<void> {
  try {
    const afterwards = await run();
    millis.push(performance.now() - dueAt);
    await afterwards?.();
  } catch (error) {
    count(errors, (error as Error).message);
  }
}

function count(errors: Map<string, number>, what: string): void {
  errors.set(what, (errors.get(what) ?? 0) + 1);
}

export function percentile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0;
}
