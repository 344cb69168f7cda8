import * as contract from '@kazna/contract/admin/users';
import { actorOf } from '../../audit/record-action.ts';
import { requireConfirmation } from '../../people/accounts/sessions/confirm-identity.ts';
import { countLiveSessions } from '../../people/accounts/sessions/sessions-store.ts';
import type { Database } from '../../platform/db/database.ts';
import { toPage } from '../../platform/db/page.ts';
import type { Api } from '../../platform/http/api.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { disableUserSecondFactor } from './disable-user-second-factor.ts';
import { endUserSessions } from './end-user-sessions.ts';
import { findUserDetails, selectUsers } from './store.ts';
import { updateUser } from './update-user.ts';

export function adminUserRoutes(api: Api, db: Database, queue: Queue): void {
  const getDetails = async (userId: string) => {
    const row = await findUserDetails(db, userId);
    if (!row) throw new Problem('not_found');
    return { ...row, liveSessions: await countLiveSessions(db, userId) };
  };

  api.on(contract.listUsers, async ({ query }) => toPage(await selectUsers(db, query), query.limit, (row) => row.id));

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

  api.on(contract.disableUserSecondFactor, async (call) => {
    await requireConfirmation(db, call.caller);
    await db.transaction((tx) => disableUserSecondFactor(tx, queue, actorOf(call), call.params.userId, call.body));
  });
}
