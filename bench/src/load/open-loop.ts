import { setTimeout as sleep } from 'node:timers/promises';

export interface Kind {
  name: string;
  perSecond: number;
  /** One call; throws when it is answered in any other way than it should be. What it returns is done unmeasured. */
  run: () => Promise<undefined | (() => Promise<unknown>)>;
}

export interface Measured {
  name: string;
  /** From when the call was due, so that waiting for its turn counts too. */
  millis: number[];
  /** By what was wrong, how often. */
  errors: Map<string, number>;
}

/** More than this under way means that the rate cannot be held: the rest is refused instead of piled up. */
const maxConcurrent = 1000;

/** Calls come at their rate whether or not earlier ones were answered, as people do. */
export async function runOpenLoop(kinds: Kind[], seconds: number): Promise<Measured[]> {
  const measured = kinds.map(({ name }) => ({ name, millis: [], errors: new Map() }) as Measured);
  const arrivals = kinds.flatMap(({ perSecond }, at) =>
    // Kinds of the same rate do not come at the same instant.
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

/** Runs one call and writes down how long it took from when it was due, or what was wrong. */
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

/** The value that this part of all is not above. */
export function percentile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0;
}
