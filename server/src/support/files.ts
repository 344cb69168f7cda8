import { maxRequestFileBytes, type RequestFile } from '@kazna/contract/cabinet/requests';
import type { FileAnswer } from '@kazna/contract/shared/endpoint';
import type { Database, Transaction } from '../platform/db/database.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import type { FileFolder } from '../platform/files/file-folder.ts';
import { Problem } from '../platform/http/problem.ts';
import { cleanName, detectType } from './file-type.ts';
import {
  attachFiles,
  countUnsent,
  deleteUnsent,
  deleteUnsentAmong,
  type FoundFile,
  insertFile,
  selectKnownFiles,
} from './files-store.ts';

/** The text of the problem names the number. */
const maxUnsent = 25;

export interface FileContext {
  db: Database;
  /** Null where the database keeps files. */
  folder: FileFolder | null;
}

/** The row is written last, so that every row has its content; a file without a row is removed by the cleanup. */
export async function storeFile(
  { db, folder }: FileContext,
  uploadedBy: string,
  { name: given, bytes }: { name: string; bytes: Uint8Array },
): Promise<RequestFile> {
  if (bytes.length === 0) throw new Problem('file_is_empty');
  if (bytes.length > maxRequestFileBytes) throw new Problem('payload_too_large');
  const name = cleanName(given);
  const type = detectType(bytes, name);
  if (!type) throw new Problem('file_type_refused');
  if ((await countUnsent(db, uploadedBy)) >= maxUnsent) throw new Problem('too_many_files');
  const file = { id: uuidv7(), name, type, sizeBytes: bytes.length };
  await folder?.write(file.id, bytes);
  await insertFile(db, { ...file, uploadedBy, content: folder ? null : bytes });
  return file;
}

/** All of them or none: the message is not sent without what it mentions. */
export async function takeFiles(
  tx: Transaction,
  taking: { messageId: string; uploadedBy: string; ids: string[] },
): Promise<void> {
  const ids = [...new Set(taking.ids)];
  if (ids.length > 0 && (await attachFiles(tx, { ...taking, ids })) < ids.length) throw new Problem('not_found');
}

/** Removes those of the files that no message took. */
export async function discardUnsent({ db, folder }: FileContext, ids: string[]): Promise<void> {
  const unsent = ids.length > 0 ? await deleteUnsentAmong(db, ids) : [];
  await folder?.remove(unsent);
}

/** As bytes without a type: whatever it contains, our origin runs none of it. */
export async function answerFile({ folder }: FileContext, file: FoundFile | null): Promise<FileAnswer> {
  if (!file) throw new Problem('not_found');
  const content = file.content ?? (await folder?.read(file.id));
  if (!content) throw new Problem('not_found');
  return { name: file.name, contentType: 'application/octet-stream', chunks: once(content) };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const unsentHours = 24;

/** Removes what no message took, and then files of the folder that have no row: of those, of deleted people, of failures. */
export async function cleanUpFiles({ db, folder }: FileContext): Promise<void> {
  await deleteUnsent(db, unsentHours);
  if (!folder) return;
  for await (const ids of folder.olderThan(unsentHours)) {
    const known = await selectKnownFiles(db, ids);
    await folder.remove(ids.filter((id) => !known.has(id)));
  }
}
