import { type RequestTopic, requestTopics } from '@kazna/contract/cabinet/requests';
import type { PersonNotificationKind } from '../notifications/kind.ts';
import { notifyMembersIn, notifyPersons } from '../notifications/notifications-store.ts';
import { directory } from '../organizations/reads.ts';
import { listStaff } from '../people/accounts/admins-store.ts';
import { announce } from '../platform/db/announce.ts';
import type { Transaction } from '../platform/db/database.ts';
import type { Queue } from '../platform/jobs/queue.ts';
import { selectParticipants } from './messages-store.ts';
import { requestAnswered, requestClosed } from './notifications.ts';
import type { RequestRow } from './requests-store.ts';
import { requestLetter } from './staff-letter.ts';

interface StaffDetails {
  requestId: string;
  number: number;
}

export const requestReceived: PersonNotificationKind<StaffDetails & { topic: RequestTopic }> = {
  name: 'request_received',
  describe: ({ requestId, number, topic }, { publicUrl }) => ({
    headline: `Новое обращение №\u00a0${number}`,
    paragraphs: [`Клиент написал в поддержку. Тема: ${requestTopics[topic].toLowerCase()}.`],
    action: { label: 'Открыть обращение', url: `${publicUrl}/admin/requests/${requestId}` },
  }),
};

export const requestContinued: PersonNotificationKind<StaffDetails> = {
  name: 'request_continued',
  describe: ({ requestId, number }, { publicUrl }) => ({
    headline: `Клиент ответил в обращении №\u00a0${number}`,
    paragraphs: ['В обращении новое сообщение. Оно ждёт ответа.'],
    action: { label: 'Открыть обращение', url: `${publicUrl}/admin/requests/${requestId}` },
  }),
};

interface CustomerMessage {
  request: Pick<RequestRow, 'id' | 'number' | 'organizationId' | 'assigneeId'>;
  messageId: string;
  /** Of a request that has just been made. */
  topic?: RequestTopic;
}

/** The assignee, or all staff while the request has none. */
export async function notifyStaff(tx: Transaction, queue: Queue, message: CustomerMessage): Promise<void> {
  const { request, messageId, topic } = message;
  const staff = await listStaff(tx);
  const assignee = staff.find(({ id }) => id === request.assigneeId);
  const notices = (assignee ? [assignee] : staff).map(({ id: userId }) => ({ userId, sourceId: messageId }));
  const details = { requestId: request.id, number: request.number };
  if (topic) {
    const withTopic = { ...details, topic };
    await notifyPersons(
      tx,
      requestReceived,
      notices.map((notice) => ({ ...notice, details: withTopic })),
    );
  } else
    await notifyPersons(
      tx,
      requestContinued,
      notices.map((notice) => ({ ...notice, details })),
    );
  await queue.enqueue(tx, requestLetter, { messageId, requestId: request.id, userId: assignee?.id ?? null });
  announceRequest(tx, request.organizationId, staff);
}

/** Everybody who wrote in it, as long as they may see it. */
export async function notifyCustomers(
  tx: Transaction,
  request: RequestRow,
  { messageId, text }: { messageId: string; text: string },
): Promise<void> {
  const { id: requestId, number, organizationId } = request;
  const participants = await selectParticipants(tx, request);
  const notices = participants.map((userId) => ({
    ...{ organizationId, sourceId: messageId },
    details: { requestId, number, userId, excerpt: excerptOf(text, 500) },
  }));
  await notifyMembersIn(directory, tx, requestAnswered, notices);
}

/** A request that is closed a second time is another event, so the source is the moment's. */
export async function notifyOfClosing(
  tx: Transaction,
  request: RequestRow,
  { sourceId, isByItself }: { sourceId: string; isByItself: boolean },
): Promise<void> {
  const { id: requestId, number, organizationId } = request;
  const participants = await selectParticipants(tx, request);
  const notices = participants.map((userId) => ({
    ...{ organizationId, sourceId },
    details: { requestId, number, userId, isByItself },
  }));
  await notifyMembersIn(directory, tx, requestClosed, notices);
}

/** Pages of the organization and of staff ask again for what they show. */
export async function announceToAll(tx: Transaction, organizationId: string): Promise<void> {
  announceRequest(tx, organizationId, await listStaff(tx));
}

export async function announceToStaff(tx: Transaction): Promise<void> {
  for (const { id: userId } of await listStaff(tx)) announce(tx, { userId }, 'requests');
}

function announceRequest(tx: Transaction, organizationId: string, staff: { id: string }[]): void {
  announce(tx, { organizationId }, 'requests');
  for (const { id: userId } of staff) announce(tx, { userId }, 'requests');
}

/** The beginning on one line, cut between words. */
export function excerptOf(text: string, maxLength: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const characters = [...line];
  if (characters.length <= maxLength) return line;
  const cut = characters.slice(0, maxLength - 1).join('');
  return `${cut.replace(/\s\S{0,30}$/, '')}…`;
}
