import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { operatorOpenApi } from '../../src/platform/http/operator-openapi.ts';
import type { OpenApi } from './breaking-changes.ts';

const path = join(import.meta.dirname, '../../../docs/openapi-v1.json');

/** The document that is promised to other people's programs. */
export async function readCommitted(): Promise<OpenApi> {
  return JSON.parse(await readFile(path, 'utf8'));
}

export async function writeCommitted(document: OpenApi): Promise<void> {
  await writeFile(path, `${JSON.stringify(document, null, 2)}\n`);
}

export function currentDocument(): OpenApi {
  return JSON.parse(JSON.stringify(operatorOpenApi('https://cabinet.example.ru')));
}
