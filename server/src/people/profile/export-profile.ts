import type { Database } from '../../platform/db/database.ts';
import * as store from './store.ts';

const limit = 10_000;

/** Everything stored about the person except hashes, secrets and tokens. */
export async function exportProfile(db: Database, userId: string) {
  const { memberships, ...profile } = await store.selectProfile(db, userId);
  return {
    exportedAt: new Date().toISOString(),
    profile,
    memberships,
    consents: await store.selectConsents(db, userId),
    sessions: await store.selectSessions(db, userId, limit),
    invitationsReceived: await store.selectInvitationsTo(db, profile.email, limit),
    invitationsSent: await store.selectInvitationsBy(db, userId, limit),
    cards: await store.selectCards(db, userId, limit),
    autoTopUps: await store.selectAutoTopUps(db, userId, limit),
    mutedLetters: await store.selectMutedLetters(db, userId, limit),
    notifications: await store.selectNotifications(db, userId, limit),
    actions: await store.selectActions(db, userId, limit),
  };
}
