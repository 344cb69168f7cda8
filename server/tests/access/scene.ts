import { refreshWithOrganization } from '@kazna/contract/cabinet/accounts';
import { getProfile } from '@kazna/contract/cabinet/profile';
import { insertInvitation } from '../../src/organizations/invitations/store.ts';
import { deleteMembership } from '../../src/organizations/members-store.ts';
import { sendToReview } from '../../src/payments/change-status.ts';
import { openSession } from '../../src/people/accounts/sessions/session-tokens.ts';
import { uuidv7 } from '../../src/platform/db/uuid.ts';
import type { TestApp } from '../support/app.ts';
import { addMember, openCompany, type SignedIn } from '../support/organizations.ts';
import { openPayment, paidPayment, seedPayments } from '../support/payments.ts';
import { createPerson, newPerson } from '../support/people.ts';
import type { Shop } from '../support/shop.ts';
import { confirmSessions } from '../support/staff.ts';
import type { CallerName } from './access-table.ts';

export type Somebody = SignedIn & { sessionId: string };
type Cast = Record<Exclude<CallerName, 'anonymous'>, Somebody>;

export interface Scene {
  shop: Shop;
  organizationId: string;
  foreignOrganizationId: string;
  cast: Cast;
  /** Each call makes one more payment of the member. */
  payments: Record<'pending' | 'paid' | 'review', () => Promise<string>>;
}

/** Opens a session without hashing a password. */
export async function openSessionOf(app: TestApp, id: string) {
  const origin = { address: '127.0.0.1', userAgent: 'Chrome/150 Linux' };
  const { tokens } = await app.db.transaction((tx) => openSession(tx, app.keys, id, origin));
  const { rows } = await app.db.queryText('select id from sessions where user_id = $1 order by id desc limit 1', [id]);
  return { token: tokens.accessToken, refreshToken: tokens.refreshToken, sessionId: rows[0]?.id as string };
}

async function newSomebody(app: TestApp): Promise<Somebody> {
  const person = await createPerson(app);
  return { ...person, ...(await openSessionOf(app, person.id)) };
}

async function enter(app: TestApp, somebody: Somebody, organizationId: string): Promise<Somebody> {
  const token = somebody.refreshToken;
  const answer = await app.call(refreshWithOrganization, { query: { organizationId } }, { token });
  if (answer.status !== 200) throw new Error(`switch answered ${answer.status}`);
  // The first use of a pair is stored; it must not look like an effect of the call under test.
  await app.call(getProfile, {}, { token: answer.body.accessToken });
  return { ...somebody, token: answer.body.accessToken, refreshToken: answer.body.refreshToken as string };
}

/** Frozen: payments are rows without a provider, and nothing changes in the background. Otherwise money can move. */
export async function setScene(shop: Shop, { isFrozen }: { isFrozen: boolean }): Promise<Scene> {
  const [owner, stranger, support, finance, staffAdmin, unconfirmed, viewer] = (await Promise.all(
    Array.from({ length: 7 }, () => newSomebody(shop)),
  )) as [Somebody, Somebody, Somebody, Somebody, Somebody, Somebody, Somebody];
  for (const [{ id }, role] of [
    [support, 'support'] as const,
    [finance, 'finance'] as const,
    [staffAdmin, 'admin'] as const,
    [unconfirmed, 'admin'] as const,
    [viewer, 'support'] as const,
  ]) {
    await shop.db.queryText('update users set operator_role = $2 where id = $1', [id, role]);
    await confirmSessions(shop, id);
  }
  await shop.db.queryText(
    "update sessions set created_at = now() - interval '1 hour', identity_confirmed_at = null where user_id = $1",
    [unconfirmed.id],
  );
  const { id: organizationId } = await openCompany(shop, owner);
  const { id: foreignOrganizationId } = await openCompany(shop, stranger);
  await shop.db.queryText(
    "update sessions set view_organization_id = $2, view_until = now() + interval '30 minutes' where user_id = $1",
    [viewer.id, organizationId],
  );
  const join = async (role: 'member' | 'accountant' | 'admin' | 'owner') => {
    const somebody = await newSomebody(shop);
    await addMember(shop, organizationId, somebody, role);
    return enter(shop, somebody, organizationId);
  };
  const [member, accountant, admin, removed] = await Promise.all([
    join('member'),
    join('accountant'),
    join('admin'),
    join('owner'),
  ]);
  await deleteMembership(shop.db, organizationId, removed.id);
  const cast: Cast = {
    stranger: await enter(shop, stranger, foreignOrganizationId),
    removed,
    member,
    accountant,
    admin,
    owner: await enter(shop, owner, organizationId),
    support,
    finance,
    staffAdmin,
    unconfirmed,
    viewer,
  };
  const payments = isFrozen ? frozenPayments(shop, member, organizationId) : livePayments(shop, member);
  return { shop, organizationId, foreignOrganizationId, cast, payments };
}

export async function sceneState({ shop, cast, organizationId, foreignOrganizationId }: Scene): Promise<string> {
  const { rows } = await shop.db.queryText(
    `select md5(string_agg(line, '|' order by line)) as state from (
      select to_jsonb(u)::text as line from users u where id = any($1)
      union all
      select concat(id, generation, ended_at, organization_id, view_organization_id) from sessions where user_id = any($1)
      union all
      select to_jsonb(m)::text from memberships m where user_id = any($1) or organization_id = any($2)
      union all
      select to_jsonb(o)::text from organizations o where id = any($2)) lines`,
    [Object.values(cast).map(({ id }) => id), [organizationId, foreignOrganizationId]],
  );
  return rows[0]?.state as string;
}

/** Returns a function that sets a new scene once a call has changed its people, sessions, memberships or organizations. */
export function reusedScene(shop: Shop): () => Promise<Scene> {
  let last: { scene: Scene; state: string } | undefined;
  return async () => {
    if (last && (await sceneState(last.scene)) === last.state) return last.scene;
    const scene = await setScene(shop, { isFrozen: false });
    last = { scene, state: await sceneState(scene) };
    return scene;
  };
}

function frozenPayments(shop: Shop, payer: Somebody, organizationId: string): Scene['payments'] {
  const plant = (status: 'pending' | 'succeeded' | 'review') => async () => {
    const [payment] = await seedPayments(shop, { ...payer, organizationId }, 1, () => ({ status }));
    return payment?.id as string;
  };
  return { pending: plant('pending'), paid: plant('succeeded'), review: plant('review') };
}

function livePayments(shop: Shop, payer: Somebody): Scene['payments'] {
  const pending = async () => (await openPayment(shop, payer)).id;
  return {
    pending,
    paid: async () => (await paidPayment(shop, payer)).id,
    review: async () => {
      const id = await pending();
      await shop.db.transaction((tx) => sendToReview(tx, id, 'outcome_unknown'));
      return id;
    },
  };
}

export async function newInvitation(
  { shop, cast }: Scene,
  organizationId: string,
  email: string = newPerson().email,
  invitedBy: string = cast.owner.id,
): Promise<string> {
  const id = uuidv7();
  await insertInvitation(shop.db, { id, organizationId, email, role: 'member', invitedBy });
  await shop.db.queryText("update invitations set sent_at = now() - interval '2 minutes' where id = $1", [id]);
  return id;
}

export async function newPlainMember({ shop, organizationId }: Scene): Promise<string> {
  const person = await createPerson(shop);
  await addMember(shop, organizationId, person);
  return person.id;
}
