import { announce } from '../../../platform/db/announce.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { endSession, endSessionOf, endSessionsOf } from './store.ts';

interface OwnSession {
  userId: string;
  sessionId: string;
}

/** The announcement makes live streams find out at once that their session is over. */
function announceEnd(tx: Transaction, userId: string): void {
  announce(tx, { userId }, 'memberships');
}

export async function endCurrentSession(tx: Transaction, { userId, sessionId }: OwnSession): Promise<void> {
  await endSession(tx, sessionId);
  announceEnd(tx, userId);
}

/** Another person's session answers 404, as a missing one. */
export async function endOwnSession(tx: Transaction, { userId, sessionId }: OwnSession): Promise<void> {
  if (!(await endSessionOf(tx, userId, sessionId))) throw new Problem('not_found');
  announceEnd(tx, userId);
}

/** All sessions of the person but the kept one. */
export async function endSessionsBut(tx: Transaction, userId: string, keptSessionId?: string): Promise<void> {
  await endSessionsOf(tx, userId, keptSessionId);
  announceEnd(tx, userId);
}
