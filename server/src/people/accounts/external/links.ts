import type { ExternalLink } from '@kazna/contract/cabinet/external-sign-in';
import { recordAction } from '../../../audit/actions-store.ts';
import type { Database, Queries, Transaction } from '../../../platform/db/database.ts';
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
  hasWayIn,
  insertLink,
  lockPerson,
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

/** Takes one away, unless nothing would be left to sign in by: a password, a passkey or a link to one of the issuers. */
export async function removeWayIn<Removed>(
  tx: Transaction,
  { userId, issuers }: { userId: string; issuers: string[] },
  remove: () => Promise<Removed | null>,
): Promise<Removed> {
  await lockPerson(tx, userId);
  const removed = await remove();
  if (removed === null) throw new Problem('not_found');
  if (!(await hasWayIn(tx, userId, issuers))) throw new Problem('last_way_in');
  return removed;
}

export async function removeLink(
  { db, queue, providers }: LinkingContext,
  { userId, linkId }: { userId: string; linkId: string },
  { address }: Origin,
): Promise<void> {
  const issuers = providers.map(({ issuer }) => issuer);
  await db.transaction(async (tx) => {
    const removed = await removeWayIn(tx, { userId, issuers }, () => deleteLink(tx, { userId, linkId }));
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
