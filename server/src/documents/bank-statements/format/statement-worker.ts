import { parentPort, workerData } from 'node:worker_threads';
import { readStatementFile } from './read-statement-file.ts';

/** The program of a thread that reads one file and ends. */
export interface WorkerInput {
  bytes: Uint8Array;
  ownAccounts: readonly string[];
}

const { bytes, ownAccounts } = workerData as WorkerInput;
parentPort?.postMessage(readStatementFile(bytes, ownAccounts));
