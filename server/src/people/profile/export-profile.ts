import type { Database } from '../../platform/db/database.ts';
import { selectViewsOf } from '../saved-views/saved-views-store.ts';
import * as store from './store.ts';

const limit = 10_000;

/** Everything stored about the person except hashes, secrets and tokens. */
export async function exportProfile(db: Database, userId: string) {
  const row = await store.selectProfile(db, { userId, organizationId: null });
  const { memberships, viewed: _, viewedOwner: __, viewUntil: ___, announcements: ____, ...profile } = row;
  return {
    exportedAt: new Date().toISOString(),
    profile,
    memberships,
    consents: await store.selectConsents(db, userId),
    passkeys: await store.selectPasskeys(db, userId),
    externalLinks: await store.selectExternalLinks(db, userId),
    max: await store.selectMaxLinks(db, userId),
    sessions: await store.selectSessions(db, userId, limit),
    invitationsReceived: await store.selectInvitationsTo(db, profile.email, limit),
    invitationsSent: await store.selectInvitationsBy(db, userId, limit),
    cards: await store.selectCards(db, userId, limit),
    autoTopUps: await store.selectAutoTopUps(db, userId, limit),
    mutedLetters: await store.selectMutedLetters(db, userId, limit),
    notifications: await store.selectNotifications(db, userId, limit),
    savedViews: await selectViewsOf(db, userId, limit),
    requests: await store.selectRequests(db, userId, limit),
    actions: await store.selectActions(db, userId, limit),
  };
}
