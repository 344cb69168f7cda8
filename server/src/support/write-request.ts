import type { RequestForm } from '@kazna/contract/cabinet/requests';
import { type Actor, recordAction } from '../audit/actions-store.ts';
import { lockSharedWithPermission } from '../organizations/locks.ts';
import type { Transaction } from '../platform/db/database.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { Problem } from '../platform/http/problem.ts';
import { claimKey } from '../platform/idempotency/claim-key.ts';
import type { Queue } from '../platform/jobs/queue.ts';
import { isAboutMoney, labelOf } from './about.ts';
import { takeFiles } from './files.ts';
import { insertMessage, type NewMessage as StoredMessage } from './messages-store.ts';
import { announceToAll, excerptOf, notifyStaff } from './notify.ts';
import * as store from './requests-store.ts';
import { type Viewer, viewerOf } from './viewer-store.ts';

/** The texts of the problems name the numbers. */
const maxOpen = 20;
export const maxMessages = 1000;
const maxTitle = 120;

/** A key that is sent again within days is a repetition, not another request. */
const keepDays = 3;

interface Member {
  actor: Actor;
  organizationId: string;
}

interface Written {
  /** Undefined from a caller that does not repeat. */
  key: string | undefined;
}

export interface NewRequest extends Written {
  form: RequestForm;
}

/** Returns the id; that of the first call for a repeated one. */
export async function createRequest(
  tx: Transaction,
  queue: Queue,
  { actor, organizationId }: Member,
  { form, key }: NewRequest,
): Promise<string> {
  const id = uuidv7();
  const { topic, text, about, fileIds } = form;
  if (key !== undefined) {
    const claim = { scope: `requests:${actor.id}`, key, body: { organizationId, ...form }, reference: id, keepDays };
    const claimed = await claimKey(tx, claim);
    if (!claimed.isNew) return claimed.reference;
  }
  await lockSharedWithPermission(tx, organizationId, actor.id, 'requests.create');
  const bound = about ? { ...about, label: await labelOf(tx, organizationId, about) } : null;
  if ((await store.countOpenOf(tx, actor.id)) >= maxOpen) throw new Problem('too_many_open_requests');
  const title = excerptOf(text, maxTitle);
  const row = { id, organizationId, authorId: actor.id, topic, isAboutMoney: isAboutMoney(form), title, about: bound };
  const number = await store.insertRequest(tx, row);
  const messageId = uuidv7();
  const message = { id: messageId, requestId: id, authorId: actor.id, side: 'customer', text } as const;
  await insertWithFiles(tx, message, fileIds);
  await store.markAsked(tx, id);
  const request = { id, number, organizationId, assigneeId: null };
  await notifyStaff(tx, queue, { request, messageId, topic });
  await recordAction(tx, actor, {
    organizationId,
    action: 'request.created',
    details: { number: String(number), topic },
  });
  return id;
}

export interface NewMessage extends Written {
  requestId: string;
  text: string;
  fileIds: string[];
  isByMail?: boolean;
}

/** Opens a closed request again. Returns the message's id. */
export async function postMessage(
  tx: Transaction,
  queue: Queue,
  { actor, organizationId }: Member,
  { requestId, text, fileIds, key, isByMail = false }: NewMessage,
): Promise<string> {
  const messageId = uuidv7();
  if (key !== undefined) {
    const claim = { scope: `request_messages:${requestId}:${actor.id}`, key, body: { text, fileIds } };
    const claimed = await claimKey(tx, { ...claim, reference: messageId, keepDays });
    if (!claimed.isNew) return claimed.reference;
  }
  await lockSharedWithPermission(tx, organizationId, actor.id, 'requests.create');
  const request = await lockSeen(tx, { userId: actor.id, organizationId }, requestId);
  if (request.messageCount >= maxMessages) throw new Problem('request_is_full');
  const message = { id: messageId, requestId, authorId: actor.id, side: 'customer', text, isByMail } as const;
  await insertWithFiles(tx, message, fileIds);
  await store.markAsked(tx, requestId);
  await notifyStaff(tx, queue, { request, messageId });
  return messageId;
}

/** By a customer whose question is settled. */
export async function closeRequest(
  tx: Transaction,
  { actor, organizationId }: Member,
  requestId: string,
): Promise<void> {
  await lockSharedWithPermission(tx, organizationId, actor.id, 'requests.create');
  const request = await lockSeen(tx, { userId: actor.id, organizationId }, requestId);
  if (request.state === 'closed') return;
  await store.setState(tx, requestId, 'closed');
  const details = { number: String(request.number) };
  await recordAction(tx, actor, { organizationId, action: 'request.closed', details });
  await announceToAll(tx, organizationId);
}

/** One that the person may not see answers as a missing one. */
async function lockSeen(
  tx: Transaction,
  member: { userId: string; organizationId: string },
  requestId: string,
): Promise<store.RequestRow> {
  const viewer: Viewer = await viewerOf(tx, { ...member, isViewing: false });
  const request = await store.lockRequest(tx, requestId);
  if (!request || request.organizationId !== member.organizationId) throw new Problem('not_found');
  const isSeen =
    viewer.sees === 'all' || request.authorId === viewer.userId || (viewer.sees === 'money' && request.isAboutMoney);
  if (!isSeen) throw new Problem('not_found');
  return request;
}

export async function insertWithFiles(tx: Transaction, message: StoredMessage, fileIds: string[]): Promise<void> {
  await insertMessage(tx, message);
  await takeFiles(tx, { messageId: message.id, uploadedBy: message.authorId, ids: fileIds });
}
