import { getClosing } from '@kazna/contract/cabinet/account-closure';
import { closeOrganization as closeOrganizationEndpoint } from '@kazna/contract/cabinet/organizations';
import { deleteProfile as deleteProfileEndpoint } from '@kazna/contract/cabinet/profile';
import { actorOf } from '../audit/actions-store.ts';
import { closeOrganization } from '../organizations/organization-status.ts';
import { confirmPassword } from '../people/accounts/change-password.ts';
import type { Database } from '../platform/db/database.ts';
import type { Api } from '../platform/http/api.ts';
import type { Queue } from '../platform/jobs/queue.ts';
import { deleteProfile } from './delete-profile.ts';
import { readClosing, settleForClosing } from './settle-for-closing.ts';

export function closingRoutes(api: Api, db: Database, queue: Queue): void {
  api.on(getClosing, ({ params }) => readClosing(db, params.organizationId));

  api.on(closeOrganizationEndpoint, (call) => {
    const closing = { organizationId: call.params.organizationId, name: call.body.name, settleMoney: settleForClosing };
    return db.transaction((tx) => closeOrganization(tx, actorOf(call), closing));
  });

  api.on(deleteProfileEndpoint, async ({ caller, body, origin }) => {
    const user = await confirmPassword(db, caller.userId, body.currentPassword);
    await db.transaction((tx) => deleteProfile(tx, queue, user, origin.address));
  });
}
