import { expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { createExportLimit } from './export-limit.ts';

const app = appForThisFile();

async function* rows() {
  yield 'one';
  yield 'two';
}
const makeFile = () => ({ contentType: 'text/csv', chunks: rows() });

test('a person exports at most two files at once, and others are not affected', async () => {
  const within = createExportLimit(app.db);
  const first = await within('anna', makeFile);
  await within('anna', makeFile);
  await expect(within('anna', makeFile)).rejects.toThrow('too_many_requests');
  await within('boris', makeFile);
  for await (const _chunk of first.chunks);
  await within('anna', makeFile);
});

test('a failed export releases its slot', async () => {
  const within = createExportLimit(app.db);
  const fail = () => {
    throw new Error('no file');
  };
  for (let turn = 0; turn < 3; turn += 1) await expect(within('clara', fail)).rejects.toThrow('no file');
  await within('clara', makeFile);
});
