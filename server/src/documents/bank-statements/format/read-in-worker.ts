import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { OwnValue } from '../store.ts';
import { readStatementFile, type StatementFile } from './read-statement-file.ts';
import type { WorkerInput } from './statement-worker.ts';

/** Read in less time than a thread takes to start. */
const maxBytesAtOnce = 256 * 1024;
/** Each takes a core and ten times the memory of its file. */
const maxWorkers = 2;
/** With the time that it waits for a thread. */
const timeoutMs = 120_000;
const maxHeapMb = 512;

let running = 0;
const waiting: (() => void)[] = [];

/** Reads a usual file at once and a large one in a thread: 20 MB would keep every other request waiting for seconds. */
export async function readStatement(
  bytes: Uint8Array,
  ownAccounts: readonly OwnValue[],
): Promise<StatementFile | null> {
  return bytes.length > maxBytesAtOnce ? readInWorker(bytes, ownAccounts) : readStatementFile(bytes, ownAccounts);
}

/** Null for a file with too many documents. */
export async function readInWorker(
  bytes: Uint8Array,
  ownAccounts: readonly OwnValue[],
  signal = AbortSignal.timeout(timeoutMs),
): Promise<StatementFile | null> {
  if (running >= maxWorkers) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await runWorker({ bytes, ownAccounts }, signal);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

async function runWorker(workerData: WorkerInput, signal: AbortSignal): Promise<StatementFile | null> {
  const worker = new Worker(new URL('./statement-worker.ts', import.meta.url), {
    workerData,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  });
  try {
    const exit = once(worker, 'exit', { signal }).then(() => {
      throw new Error('the thread that reads a statement ended before it had');
    });
    const [file] = await Promise.race([once(worker, 'message', { signal }), exit]);
    return file as StatementFile | null;
  } catch (error) {
    if (signal.aborted) throw new Error('the statement was not read in time', { cause: error });
    throw error;
  } finally {
    await worker.terminate();
  }
}
