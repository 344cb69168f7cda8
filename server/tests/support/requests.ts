import type { getRequestFileAsStaff, uploadRequestFileAsStaff } from '@kazna/contract/admin/requests';
import { getRequestFile, type RequestFile, uploadRequestFile } from '@kazna/contract/cabinet/requests';
import type { Database } from '../../src/platform/db/database.ts';
import { uuidv7 } from '../../src/platform/db/uuid.ts';
import { insertFile } from '../../src/support/files-store.ts';
import { insertRequest, markAsked } from '../../src/support/requests-store.ts';
import { insertAnswer } from '../../src/support/settings-store.ts';
import { insertWithFiles } from '../../src/support/write-request.ts';

import type { TestApp } from './app.ts';

export const textFile: Uint8Array = Buffer.from('Где деньги?\n');

interface Planted {
  requestId: string;
  messageId: string;
  fileId: string;
  number: number;
}

/** A request about money with one message and its file, written without notifying anybody. */
export function plantRequest(
  db: Database,
  organizationId: string,
  authorId: string,
  {
    isAboutMoney = true,
    text = 'Где деньги?',
    file = { name: 'вопрос.txt', type: 'text/plain', content: textFile },
  } = {},
): Promise<Planted> {
  return db.transaction(async (tx) => {
    const [requestId, messageId, fileId] = [uuidv7(), uuidv7(), uuidv7()];
    const topic = isAboutMoney ? 'money' : 'other';
    const row = { id: requestId, organizationId, authorId, topic, isAboutMoney, title: text, about: null } as const;
    const number = await insertRequest(tx, row);
    await insertFile(tx, { id: fileId, uploadedBy: authorId, ...file, sizeBytes: file.content.length });
    await insertWithFiles(tx, { id: messageId, requestId, authorId, side: 'customer', text }, [fileId]);
    await markAsked(tx, requestId);
    return { requestId, messageId, fileId, number };
  });
}

export async function plantAnswer(db: Database, changedBy: string): Promise<string> {
  const id = uuidv7();
  await db.queryText('delete from support_answers');
  await db.transaction((tx) => insertAnswer(tx, { id, title: 'Приветствие', text: 'Здравствуйте!', changedBy }));
  return id;
}

type Uploading = typeof uploadRequestFile | typeof uploadRequestFileAsStaff;

export async function uploadFile(
  { app }: Pick<TestApp, 'app'>,
  { token }: { token: string },
  { name, bytes, to = uploadRequestFile }: { name: string; bytes: Uint8Array; to?: Uploading },
): Promise<{ status: number; body: RequestFile & { code?: string } }> {
  const response = await app.inject({
    method: 'POST',
    url: to.path,
    query: { name },
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    payload: Buffer.from(bytes),
  });
  return { status: response.statusCode, body: response.json() };
}

export async function readFile(
  { app }: Pick<TestApp, 'app'>,
  { token }: { token: string },
  fileId: string,
  from: typeof getRequestFile | typeof getRequestFileAsStaff = getRequestFile,
) {
  const url = from.path.replace('{fileId}', fileId);
  const response = await app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } });
  return { status: response.statusCode, headers: response.headers, body: response.rawPayload };
}
