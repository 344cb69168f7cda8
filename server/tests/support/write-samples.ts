import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isExchanged, makeExchangeFile } from '../../src/documents/exchange/exchange-file.ts';
import { confirmationSamples, monthlySamples, sampleDocuments, sampleSides } from './sample-documents.ts';

const folder = process.argv[2] ?? join(import.meta.dirname, '../../../var/documents');
await mkdir(folder, { recursive: true });
const samples = { ...sampleDocuments, ...confirmationSamples };
for (const [name, render] of Object.entries(samples)) {
  await writeFile(join(folder, `${name}.pdf`), await render());
}
let exchanged = 0;
for (const [name, make] of Object.entries(monthlySamples)) {
  const document = make();
  const file = isExchanged(document) ? makeExchangeFile(document, sampleSides) : [];
  if (Array.isArray(file)) continue;
  await writeFile(join(folder, `${name}.xml`), file.content);
  exchanged += 1;
}
console.log(`${Object.keys(samples).length} documents, ${exchanged} of them as XML too, in ${folder}`);
