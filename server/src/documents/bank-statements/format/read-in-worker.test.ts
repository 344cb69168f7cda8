import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { transfer } from '../../../../tests/support/bank-statements.ts';
import { ownAccount } from '../../../../tests/support/business.ts';
import { writeStatement } from '../../../../tests/support/statement-writer.ts';
import { readInWorker, readStatement } from './read-in-worker.ts';
import { readStatementFile } from './read-statement-file.ts';

const own = [{ value: ownAccount, lastDay: null }];
const withoutIds = (file: ReturnType<typeof readStatementFile>) =>
  file && {
    ...file,
    sha256: Buffer.from(file.sha256).toString('hex'),
    documents: file.documents.map(({ id: _, ...rest }) => rest),
  };

test('the event loop turns while a large statement is read, and the outcome is that of reading it here', async () => {
  const purpose = 'Оплата по договору '.repeat(40);
  const bytes = writeStatement(Array.from({ length: 400 }, () => transfer('7736050003', { purpose })));
  let isRead = false;
  expect(bytes.length).toBeGreaterThan(256 * 1024);
  const reading = readStatement(bytes, own).finally(() => {
    isRead = true;
  });
  let turns = 0;
  while (!isRead) {
    await setTimeout(2);
    turns += 1;
  }
  expect(turns).toBeGreaterThan(1);
  expect(withoutIds(await reading)).toEqual(withoutIds(readStatementFile(bytes, own)));
});

test('a statement file with too many documents is read as null', async () => {
  const bytes = writeStatement(Array.from({ length: 5001 }, () => transfer('7736050003')));
  expect(await readInWorker(bytes, own)).toBeNull();
});

test('a statement file that takes longer than the timeout is refused, and the next one is read', async () => {
  const bytes = writeStatement([transfer('7736050003')]);
  await expect(readInWorker(bytes, own, AbortSignal.abort())).rejects.toThrow('the statement was not read in time');
  expect((await readInWorker(bytes, own))?.documents).toHaveLength(1);
});

test('more statement files than there may be threads are all read, some later', async () => {
  const bytes = writeStatement([transfer('7736050003')]);
  const files = await Promise.all(Array.from({ length: 4 }, () => readInWorker(bytes, own)));
  expect(files.map((file) => file?.documents.length)).toEqual(Array(4).fill(1));
});
