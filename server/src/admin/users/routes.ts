import { listAllConsents } from '@kazna/contract/admin/consents';
import * as contract from '@kazna/contract/admin/users';
import { type Actor, actorOf, recordAction } from '../../audit/actions-store.ts';
import { disableSecondFactorOf, endAccountSessions } from '../../people/accounts/change-account.ts';
import { requireConfirmation } from '../../people/accounts/sessions/confirm-identity.ts';
import { countLiveSessions } from '../../people/accounts/sessions/sessions-store.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { toPage } from '../../platform/db/page.ts';
import type { Api } from '../../platform/http/api.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { findUserDetails, selectConsents, selectUsers } from './store.ts';
import { updateUser } from './update-user.ts';

export function adminUserRoutes(api: Api, db: Database, queue: Queue): void {
  const getDetails = async (userId: string) => {
    const row = await findUserDetails(db, userId);
    if (!row) throw new Problem('not_found');
    return { ...row, liveSessions: await countLiveSessions(db, userId) };
  };

  api.on(contract.listUsers, async ({ query }) => toPage(await selectUsers(db, query), query.limit, (row) => row.id));

  api.on(listAllConsents, async ({ query }) => toPage(await selectConsents(db, query), query.limit, (row) => row.id));

  api.on(contract.getUser, ({ params }) => getDetails(params.userId));

  api.on(contract.updateUser, async (call) => {
    const { userId } = call.params;
    const { operatorRole } = await getDetails(userId);
    if (operatorRole || call.body.operatorRole !== undefined) await requireConfirmation(db, call.caller);
    await db.transaction((tx) => updateUser(tx, queue, actorOf(call), userId, call.body));
    return getDetails(call.params.userId);
  });

  api.on(contract.endUserSessions, (call) =>
    db.transaction((tx) => endUserSessions(tx, actorOf(call), call.params.userId, call.body)),
  );

  api.on(contract.disableUserSecondFactor, (call) =>
    db.transaction((tx) => disableUserSecondFactor(tx, queue, actorOf(call), call.params.userId, call.body)),
  );
}

/** For people who lost their phone and codes. Not for oneself: that requires the password. */
async function disableUserSecondFactor(
  tx: Transaction,
  queue: Queue,
  actor: Actor,
  userId: string,
  details: { reason: string },
): Promise<void> {
  if (userId === actor.id) throw new Problem('own_account');
  const wasOn = await disableSecondFactorOf(tx, queue, userId);
  if (wasOn) await recordAction(tx, actor, { action: 'user.second_factor_disabled', subjectUserId: userId, details });
}

async function endUserSessions(
  tx: Transaction,
  actor: Actor,
  userId: string,
  details: { reason: string },
): Promise<void> {
  await endAccountSessions(tx, userId);
  await recordAction(tx, actor, { action: 'user.sessions_ended', subjectUserId: userId, details });
}
