import { viewMinutes } from '@kazna/contract/admin/view';
import { type Actor, recordAction } from '../../../audit/actions-store.ts';
import { viewedByStaff } from '../../../organizations/notifications.ts';
import { notifyMembers } from '../../../organizations/notify-members.ts';
import { lockStaffViewRule } from '../../../organizations/reads.ts';
import { announce } from '../../../platform/db/announce.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { uuidv7 } from '../../../platform/db/uuid.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { updateView } from './sessions-store.ts';

/** The access rule refuses every write of a session that views; see `callers-store.ts` for what it sees. */
export async function startView(
  tx: Transaction,
  actor: Actor & { sessionId: string },
  { organizationId, reason }: { organizationId: string; reason: string },
): Promise<{ until: string }> {
  const rule = await lockStaffViewRule(tx, organizationId);
  if (!rule) throw new Problem('not_found');
  if (!rule.isAllowed) throw new Problem('staff_view_forbidden');
  const until = new Date(Date.now() + viewMinutes * 60 * 1000).toISOString();
  await updateView(tx, actor.sessionId, { organizationId, until });
  const id = uuidv7();
  await recordAction(tx, actor, { id, organizationId, action: 'organization.viewed', details: { reason } });
  await notifyMembers(tx, viewedByStaff, { organizationId, sourceId: id, details: { reason } });
  announce(tx, { userId: actor.id }, 'memberships');
  return { until };
}

export async function endView(tx: Transaction, { userId, sessionId }: { userId: string; sessionId: string }) {
  await updateView(tx, sessionId, null);
  announce(tx, { userId }, 'memberships');
}
