import type { updateRequest as updateEndpoint } from '@kazna/contract/admin/requests';
import type { Received } from '@kazna/contract/shared/endpoint';
import { type Actor, recordAction } from '../audit/actions-store.ts';
import { lockOpenOrganizationShared } from '../organizations/reads.ts';
import { listStaff } from '../people/accounts/admins-store.ts';
import type { Transaction } from '../platform/db/database.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { fieldProblem, Problem } from '../platform/http/problem.ts';
import { claimKey } from '../platform/idempotency/claim-key.ts';
import { announceToAll, announceToStaff, notifyCustomers, notifyOfClosing } from './notify.ts';
import * as store from './requests-store.ts';
import { insertWithFiles, maxMessages } from './write-request.ts';

export interface Answer {
  requestId: string;
  text: string;
  fileIds: string[];
  isNote: boolean;
  /** Whether it settles the request. */
  isLast: boolean;
  key: string | undefined;
}

/** Returns the message's id. */
export async function answerRequest(tx: Transaction, actor: Actor, answer: Answer): Promise<string> {
  const { requestId, text, fileIds, isNote, isLast, key } = answer;
  const messageId = uuidv7();
  if (key !== undefined) {
    const claim = { scope: `request_answers:${requestId}:${actor.id}`, key, body: { text, fileIds, isNote, isLast } };
    const claimed = await claimKey(tx, { ...claim, reference: messageId, keepDays: 3 });
    if (!claimed.isNew) return claimed.reference;
  }
  const { request, isOpen } = await lockOfStaff(tx, requestId);
  if (request.messageCount >= maxMessages) throw new Problem('request_is_full');
  if (!isOpen && !isNote) throw new Problem('organization_closed');
  const side = isNote ? 'note' : 'staff';
  await insertWithFiles(tx, { id: messageId, requestId, authorId: actor.id, side, text }, fileIds);
  if (isNote) {
    await store.countNote(tx, requestId);
    await announceToStaff(tx);
    return messageId;
  }
  await store.markAnswered(tx, requestId, { state: isLast ? 'closed' : 'theirs', answeredBy: actor.id });
  await notifyCustomers(tx, request, { messageId, text });
  if (isLast) await recordClosing(tx, actor, request);
  await announceToAll(tx, request.organizationId);
  return messageId;
}

type Changes = Received<typeof updateEndpoint>['body'];

export async function changeRequest(
  tx: Transaction,
  actor: Actor,
  requestId: string,
  { state, assigneeId }: Changes,
): Promise<void> {
  const { request } = await lockOfStaff(tx, requestId);
  if (assigneeId !== undefined && assigneeId !== request.assigneeId) {
    await requireStaff(tx, assigneeId);
    await store.setAssignee(tx, requestId, assigneeId);
  }
  if (state && state !== request.state) {
    await store.setState(tx, requestId, state);
    if (state === 'closed') {
      await notifyOfClosing(tx, request, { sourceId: uuidv7(), isByItself: false });
      await recordClosing(tx, actor, request);
    }
  }
  await announceToAll(tx, request.organizationId);
}

/** Unassigns the unfinished requests of staff who left: others may take them. */
export async function releaseRequestsOf(tx: Transaction, assigneeId: string): Promise<void> {
  if (await store.releaseRequests(tx, assigneeId)) await announceToStaff(tx);
}

async function requireStaff(tx: Transaction, id: string | null): Promise<void> {
  if (id === null) return;
  const staff = await listStaff(tx);
  if (!staff.some((person) => person.id === id)) throw fieldProblem('assigneeId', 'Выберите сотрудника из списка');
}

/** Lock order: the organization first, as customers take it. */
async function lockOfStaff(
  tx: Transaction,
  requestId: string,
): Promise<{ request: store.RequestRow; isOpen: boolean }> {
  const organizationId = await store.findOrganizationOf(tx, requestId);
  if (organizationId === null) throw new Problem('not_found');
  const isOpen = await lockOpenOrganizationShared(tx, organizationId);
  return { request: (await store.lockRequest(tx, requestId)) as store.RequestRow, isOpen };
}

function recordClosing(tx: Transaction, actor: Actor, request: store.RequestRow): Promise<void> {
  const { organizationId, number } = request;
  return recordAction(tx, actor, { organizationId, action: 'request.closed', details: { number: String(number) } });
}
