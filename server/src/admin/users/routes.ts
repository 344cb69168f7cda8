import * as contract from '@kazna/contract/admin';
import { endAccountSessions, resendVerification } from '../../accounts/change-account.ts';
import { actorOf, recordAction } from '../../audit/record-action.ts';
import type { Database } from '../../db/database.ts';
import { toPage } from '../../db/page.ts';
import type { Api } from '../../http/api.ts';
import { Problem } from '../../http/problem.ts';
import type { Queue } from '../../jobs/queue.ts';
import { findUserDetails, selectUsers } from './store.ts';
import { updateUser } from './update-user.ts';

export function adminUserRoutes(api: Api, db: Database, queue: Queue): void {
  const getDetails = async (userId: string) => {
    const row = await findUserDetails(db, userId);
    if (!row) throw new Problem('not_found');
    return row;
  };

  api.on(contract.listUsers, async ({ query }) => toPage(await selectUsers(db, query), query.limit, (row) => row.id));

  api.on(contract.getUser, ({ params }) => getDetails(params.userId));

  api.on(contract.updateUser, async (call) => {
    await db.transaction((tx) => updateUser(tx, actorOf(call), call.params.userId, call.body));
    return getDetails(call.params.userId);
  });

  api.on(contract.endUserSessions, async (call) => {
    const { userId } = call.params;
    await db.transaction(async (tx) => {
      await endAccountSessions(tx, userId);
      await recordAction(tx, actorOf(call), {
        action: 'user.sessions_ended',
        subjectUserId: userId,
        details: call.body,
      });
    });
  });

  api.on(contract.resendUserVerification, async (call) => {
    const { userId } = call.params;
    await db.transaction(async (tx) => {
      await resendVerification(tx, queue, userId);
      const entry = { action: 'user.verification_resent', subjectUserId: userId, details: call.body } as const;
      await recordAction(tx, actorOf(call), entry);
    });
  });
}
