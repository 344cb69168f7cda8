import * as contract from '@kazna/contract/cabinet/invitations';
import { actorOf } from '../../audit/actions-store.ts';
import type { Database } from '../../platform/db/database.ts';
import { toPage } from '../../platform/db/page.ts';
import type { Api } from '../../platform/http/api.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { acceptInvitation, declineInvitation } from './answer-invitation.ts';
import { inviteMember, resendInvitation, revokeInvitation } from './manage-invitations.ts';
import { findInvitation, selectInvitations, selectReceived } from './store.ts';

export function invitationRoutes(api: Api, db: Database, queue: Queue): void {
  api.on(contract.listInvitations, async ({ params, query }) =>
    toPage(await selectInvitations(db, params.organizationId, query), query.limit, (row) => row.id),
  );

  api.on(contract.inviteMember, async (call) => {
    const { organizationId } = call.params;
    const id = await db.transaction((tx) => inviteMember(tx, queue, actorOf(call), { organizationId, ...call.body }));
    const row = await findInvitation(db, organizationId, id);
    if (!row) throw new Problem('not_found');
    return row;
  });

  api.on(contract.revokeInvitation, (call) => db.transaction((tx) => revokeInvitation(tx, actorOf(call), call.params)));

  api.on(contract.resendInvitation, (call) =>
    db.transaction((tx) => resendInvitation(tx, queue, actorOf(call), call.params)),
  );

  api.on(contract.listReceivedInvitations, async ({ caller }) => ({ items: await selectReceived(db, caller.userId) }));

  api.on(contract.acceptInvitation, async (call) => ({
    organizationId: await db.transaction((tx) => acceptInvitation(tx, actorOf(call), call.params.invitationId)),
  }));

  api.on(contract.declineInvitation, (call) =>
    db.transaction((tx) => declineInvitation(tx, actorOf(call), call.params.invitationId)),
  );
}
