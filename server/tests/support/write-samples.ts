import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sampleDocuments } from './sample-documents.ts';

const folder = process.argv[2] ?? join(import.meta.dirname, '../../../var/documents');
await mkdir(folder, { recursive: true });
for (const [name, render] of Object.entries(sampleDocuments)) {
  await writeFile(join(folder, `${name}.pdf`), await render());
}
console.log(`${Object.keys(sampleDocuments).length} documents in ${folder}`);
