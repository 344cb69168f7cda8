import { createHash } from 'node:crypto';
import { maxRequestFiles } from '@kazna/contract/cabinet/requests';
import { notifyMembers } from '../../organizations/notify-members.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { type Limit, throttle } from '../../platform/throttling/throttle.ts';
import { cleanName } from '../file-type.ts';
import { discardUnsent, type FileContext, storeFile } from '../files.ts';
import { type LetterRefusal, letterRefused } from '../notifications.ts';
import { findRequest } from '../requests-store.ts';
import { viewerOf } from '../viewer-store.ts';
import { postMessage } from '../write-request.ts';
import * as store from './inbox-store.ts';
import type { Inbox, WaitingLetter } from './open-inbox.ts';
import { type AttachedFile, type ReadLetter, readLetter } from './read-letter.ts';
import { findAnswer, type InboxAddresses } from './who-answers.ts';

export interface TakingContext extends FileContext, InboxAddresses {
  queue: Queue;
}

/** What became of a letter, for the metric and the log. */
export const letterOutcomes = [
  ...(['taken', 'in_part', 'repeated', 'unaddressed', 'automatic', 'stranger', 'forged', 'unseen'] as const),
  ...(['too_often', 'too_large', 'unreadable', 'full', 'gone', 'failed'] as const),
];
export type LetterOutcome = (typeof letterOutcomes)[number];

/** Together with the limit of messages in the cabinet it keeps a program that answers itself from filling a request. */
const lettersOfPerson: Limit = { name: 'request-answers', hits: 20, windowSeconds: 60 * 60 };
/** Five files of 10 MB, as mail encodes them, are more than mail servers pass on. */
const maxLetterBytes = 40 * 1024 * 1024;

/** Takes a letter once, however many processes have fetched it: the position moves with the message. */
export async function takeLetter(context: TakingContext, inbox: Inbox, letter: WaitingLetter): Promise<LetterOutcome> {
  const { db } = context;
  const answer = await findAnswer(context, letter.headers);
  if (typeof answer === 'string') return answer;
  const { requestId, userId } = answer;
  const place = { uidValidity: inbox.uidValidity, uid: letter.uid };
  const refuse = (refusal: LetterRefusal, outcome: LetterOutcome) =>
    db.transaction(async (tx) => {
      if (!(await store.passLetter(tx, place))) return 'repeated' as const;
      await notifyOfRefusal(tx, answer, { refusal, files: [] });
      return outcome;
    });
  if (letter.sizeBytes > maxLetterBytes) return refuse('too_large', 'too_large');
  const raw = await inbox.read(letter.uid);
  if (!raw) return 'gone';
  const [messageId = ''] = letter.headers('message-id');
  const hash = createHash('sha256').update(`${requestId} ${userId} ${messageId.trim()}`);
  const digest = (messageId.trim() ? hash : hash.update(raw)).digest();
  if (await store.isLetterTaken(db, digest)) return 'repeated';
  const read = await readLetter(raw).catch(() => null);
  if (!read) return refuse('unreadable', 'unreadable');
  try {
    await requireSeen(context, answer);
    return await storeAnswer(context, { ...answer, place, digest, read });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === 'too_many_requests') return refuse('too_often', 'too_often');
    if (error.code === 'request_is_full') return refuse('full', 'full');
    // A former member, a role that no longer sees the request, a closed organization: the sender gets no answer.
    if (error.code === 'not_found' || error.code === 'forbidden') return 'unseen';
    throw error;
  }
}

interface Answer {
  requestId: string;
  number: number;
  organizationId: string;
  userId: string;
}

interface ReadAnswer extends Answer {
  place: store.Place;
  digest: Buffer;
  read: ReadLetter;
}

/** Before files are stored; who writes is checked again under the locks. */
async function requireSeen({ db }: TakingContext, { requestId, organizationId, userId }: Answer): Promise<void> {
  const viewer = await viewerOf(db, { userId, organizationId, isViewing: false });
  if (!(await findRequest(db, viewer, requestId))) throw new Problem('not_found');
}

/** A message with the files that can be taken; of others its author is notified. */
async function storeAnswer(context: TakingContext, answer: ReadAnswer): Promise<LetterOutcome> {
  const { db, queue } = context;
  const { requestId, organizationId, userId, place, digest, read } = answer;
  const fileIds: string[] = [];
  try {
    const refused = await storeFiles(context, userId, read.files, fileIds);
    return await db.transaction(async (tx) => {
      if (!(await store.passLetter(tx, place))) return 'repeated';
      // Within: a letter that could not be stored is read again and must not count each time.
      await throttle(tx, lettersOfPerson, requestId, userId);
      const member = { actor: { id: userId, address: null }, organizationId };
      const message = { requestId, text: read.text, fileIds, key: undefined, isByMail: true };
      const messageId = await postMessage(tx, queue, member, message);
      await store.insertLetter(tx, digest, messageId);
      if (refused.length === 0) return 'taken';
      await notifyOfRefusal(tx, answer, { refusal: 'files', files: refused });
      return 'in_part';
    });
  } finally {
    // What stays is removed by the nightly cleanup.
    await discardUnsent(context, fileIds).catch(() => undefined);
  }
}

/** Adds the ids of stored files, also of those before one that fails. Returns the names of the refused ones. */
async function storeFiles(
  context: FileContext,
  userId: string,
  files: AttachedFile[],
  fileIds: string[],
): Promise<string[]> {
  const refused: string[] = [];
  for (const file of files) {
    const stored = fileIds.length < maxRequestFiles && (await storeFile(context, userId, file).catch(refusedFile));
    if (stored) fileIds.push(stored.id);
    else refused.push(cleanName(file.name));
  }
  return refused;
}

function refusedFile(error: unknown): null {
  if (error instanceof Problem) return null;
  throw error;
}

const maxNamed = 5;

/** By bell and a letter that cannot be answered: a program that answers itself would be told for ever. */
async function notifyOfRefusal(
  tx: Transaction,
  { requestId, number, organizationId, userId }: Answer,
  { refusal, files }: { refusal: LetterRefusal; files: string[] },
): Promise<void> {
  const named = [...files.slice(0, maxNamed), ...(files.length > maxNamed ? [`ещё ${files.length - maxNamed}`] : [])];
  const details = { requestId, number, userId, refusal, files: named };
  await notifyMembers(tx, letterRefused, { organizationId, sourceId: uuidv7(), details });
}
