import type { ExternalLink } from '@kazna/contract/cabinet/external-sign-in';
import { recordAction } from '../../../audit/actions-store.ts';
import type { Database, Queries } from '../../../platform/db/database.ts';
import type { Origin } from '../../../platform/http/api.ts';
import type { Cookies } from '../../../platform/http/cookies.ts';
import { Problem } from '../../../platform/http/problem.ts';
import type { Queue } from '../../../platform/jobs/queue.ts';
import { accountEmail } from '../../account-emails.ts';
import { lockOwnSession } from '../sessions/sessions-store.ts';
import { getUser } from '../store.ts';
import {
  deleteLink,
  findLink,
  insertLink,
  lockWaysIn,
  type StoredLink,
  selectLinks,
  spendVisit,
} from './external-store.ts';
import type { ExternalProvider } from './provider.ts';
import { type ExternalContext, requireVisit } from './visit.ts';

type LinkingContext = ExternalContext & { db: Database; queue: Queue };

export async function listLinks(db: Queries, providers: ExternalProvider[], userId: string): Promise<ExternalLink[]> {
  return (await selectLinks(db, userId)).map((link) => presentLink(providers, link));
}

function presentLink(
  providers: ExternalProvider[],
  { id, provider, label, createdAt, lastUsedAt }: StoredLink,
): ExternalLink {
  // A provider that the installation has given up keeps its links, which open nothing.
  const name = providers.find((one) => one.id === provider)?.name ?? 'Провайдер отключён';
  return { id, provider, name, label, createdAt, lastUsedAt };
}

/** Only for the session that began the visit: another person's browser may hold the cookie of a link. */
export async function addLink(
  context: LinkingContext,
  { userId, sessionId }: { userId: string; sessionId: string },
  cookies: Cookies,
  { address }: Origin,
): Promise<ExternalLink> {
  const { db, queue, providers } = context;
  const { hash, purpose, identity, provider } = await requireVisit(context, cookies);
  if (purpose.kind !== 'link' || purpose.sessionId !== sessionId) throw new Problem('external_visit_expired');
  return db.transaction(async (tx) => {
    await lockOwnSession(tx, { userId, sessionId });
    if (!(await spendVisit(tx, hash))) throw new Problem('external_visit_expired');
    const existing = await findLink(tx, identity);
    if (existing?.userId === userId) return presentLink(providers, existing);
    const added = await insertLink(tx, userId, identity);
    if (!added) throw new Problem('external_linked_elsewhere');
    const { email } = await getUser(tx, userId);
    await queue.enqueue(tx, accountEmail, { kind: 'external_linked', userId, email, provider: provider.name });
    const details = { provider: provider.name };
    await recordAction(tx, { id: userId, address }, { action: 'user.external_linked', subjectUserId: userId, details });
    return presentLink(providers, added);
  });
}

/** Refuses to remove the last way in: a password, a passkey or another link has to remain. */
export async function removeLink(
  { db, queue, providers }: LinkingContext,
  { userId, linkId }: { userId: string; linkId: string },
  { address }: Origin,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { hasPassword, others } = await lockWaysIn(tx, userId);
    const removed = await deleteLink(tx, { userId, linkId });
    if (!removed) throw new Problem('not_found');
    if (!hasPassword && others === 1) throw new Problem('last_way_in');
    const { name } = presentLink(providers, removed);
    const { email } = await getUser(tx, userId);
    await queue.enqueue(tx, accountEmail, { kind: 'external_unlinked', userId, email, provider: name });
    const details = { provider: name };
    await recordAction(
      tx,
      { id: userId, address },
      { action: 'user.external_unlinked', subjectUserId: userId, details },
    );
  });
}
