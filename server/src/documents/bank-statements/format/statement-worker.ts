import { parentPort, workerData } from 'node:worker_threads';
import type { OwnValue } from '../store.ts';
import { readStatementFile } from './read-statement-file.ts';

/** The program of a thread that reads one file and ends. */
export interface WorkerInput {
  bytes: Uint8Array;
  ownAccounts: readonly OwnValue[];
}

const { bytes, ownAccounts } = workerData as WorkerInput;
parentPort?.postMessage(readStatementFile(bytes, ownAccounts));
