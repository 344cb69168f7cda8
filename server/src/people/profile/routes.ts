import * as confirmation from '@kazna/contract/cabinet/confirmation';
import * as consents from '@kazna/contract/cabinet/consents';
import { type ConsentKind, consentDocuments } from '@kazna/contract/cabinet/info';
import * as contract from '@kazna/contract/cabinet/profile';
import * as secondFactor from '@kazna/contract/cabinet/second-factor';
import * as sessions from '@kazna/contract/cabinet/sessions';
import type { Database, Transaction } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { countExport } from '../../platform/throttling/export-limit.ts';
import { countAttempt, throttle } from '../../platform/throttling/throttle.ts';
import { changePassword, confirmPassword, withUnchangedPassword } from '../accounts/change-password.ts';
import { selectOwnConsents, withdrawConsents } from '../accounts/consents-store.ts';
import {
  cancelEmailChange,
  emailChangesOfPerson,
  requestEmailChange,
  resendEmailChange,
} from '../accounts/email-change.ts';
import type { RelyingParty } from '../accounts/passkeys/verify-passkey.ts';
import { acceptDocuments, changePersonalData, requireCurrentVersions } from '../accounts/personal-data.ts';
import {
  codesInSession,
  confirmSecondFactor,
  disableSecondFactor,
  startSecondFactor,
} from '../accounts/second-factor.ts';
import { confirmIdentity, requireOwnSecondFactor } from '../accounts/sessions/confirm-identity.ts';
import type { SessionKeys } from '../accounts/sessions/session-keys-store.ts';
import { endOwnSession, endSessionsBut, listSessions } from '../accounts/sessions/sessions-store.ts';
import { exportProfile } from './export-profile.ts';
import { type AnnouncementsFor, type ProfileRow, profileOfCaller, selectProfile } from './store.ts';

export interface ProfileContext {
  db: Database;
  queue: Queue;
  keys: SessionKeys;
  businessName: string;
  relyingParty: RelyingParty;
  staffNeedSecondFactor: boolean;
  documentVersions: Record<ConsentKind, string>;
  /** Removes the cards that the person has saved. */
  stopCharges: (tx: Transaction, userId: string) => Promise<void>;
  announcementsFor: AnnouncementsFor;
}

export function profileRoutes(api: Api, context: ProfileContext): void {
  const { db, queue, documentVersions } = context;
  const getProfile = async (caller: Caller) =>
    presentProfile(await selectProfile(db, caller, context.announcementsFor), caller, context);
  const profileStatement = profileOfCaller(context.announcementsFor);

  api.read(contract.getProfile, {
    rows: () => profileStatement,
    answer: ([profile]: ProfileRow[], { caller }) => presentProfile(profile as ProfileRow, caller, context),
  });

  api.on(contract.updateProfile, async ({ caller, body }) => {
    await changePersonalData(db, caller.userId, body);
    return getProfile(caller);
  });

  api.on(contract.acceptDocuments, ({ caller, body, origin }) => {
    const documents = requireCurrentVersions(body.documents, documentVersions);
    const consent = { documents, userId: caller.userId, address: origin.address };
    return db.transaction((tx) => acceptDocuments(tx, consent, documentVersions));
  });

  api.on(consents.listConsents, async ({ caller }) => ({ items: await selectOwnConsents(db, caller.userId) }));

  api.on(consents.withdrawConsent, ({ caller: { userId }, params: { document } }) =>
    db.transaction(async (tx) => {
      if (document === 'automatic-charges') await context.stopCharges(tx, userId);
      if (!(await withdrawConsents(tx, userId, document))) throw new Problem('not_found');
    }),
  );

  api.on(contract.changePassword, ({ caller, body }) => changePassword({ db, queue }, caller, body));

  api.on(contract.changeEmail, async ({ caller, body: { email, currentPassword } }) => {
    await throttle(db, emailChangesOfPerson, caller.userId);
    const user = await confirmPassword(db, caller.userId, currentPassword);
    return withUnchangedPassword(db, user, (tx) =>
      requestEmailChange(tx, queue, user, { email, keptSessionId: caller.sessionId }),
    );
  });

  api.on(contract.resendEmailChange, ({ caller }) => resendEmailChange(db, queue, caller.userId));

  api.on(contract.cancelEmailChange, ({ caller }) => cancelEmailChange(db, caller.userId));

  api.on(contract.exportProfile, async ({ caller }) => {
    await countExport(db, caller.userId);
    return exportProfile(db, caller.userId);
  });

  api.on(confirmation.confirmIdentity, ({ caller, body }) => confirmIdentity(context, caller, body));
  api.on(sessions.listSessions, async ({ caller }) => ({ items: await listSessions(db, caller) }));
  api.on(sessions.endSession, ({ caller: { userId }, params: { sessionId } }) =>
    db.transaction((tx) => endOwnSession(tx, { userId, sessionId })),
  );
  api.on(sessions.endOtherSessions, ({ caller: { userId, sessionId } }) =>
    db.transaction((tx) => endSessionsBut(tx, userId, sessionId)),
  );

  secondFactorRoutes(api, context);
}

function secondFactorRoutes(api: Api, { db, queue, keys, businessName }: ProfileContext): void {
  api.on(secondFactor.startSecondFactor, async ({ caller, body }) => {
    await requireOwnSecondFactor(db, caller);
    const user = await confirmPassword(db, caller.userId, body.currentPassword);
    return withUnchangedPassword(db, user, (tx) => startSecondFactor(tx, keys.secondFactor, user, businessName));
  });

  api.on(secondFactor.confirmSecondFactor, async ({ caller, body }) => {
    await requireOwnSecondFactor(db, caller);
    const attempt = await countAttempt(db, codesInSession, caller.userId);
    const recoveryCodes = await db.transaction((tx) => confirmSecondFactor(tx, { queue, keys }, caller, body.code));
    await attempt.reset();
    return { recoveryCodes };
  });

  api.on(secondFactor.disableSecondFactor, async ({ caller, body }) => {
    const user = await confirmPassword(db, caller.userId, body.currentPassword);
    const attempt = await countAttempt(db, codesInSession, caller.userId);
    await withUnchangedPassword(db, user, (tx) => disableSecondFactor(tx, { queue, keys }, user, body.code));
    await attempt.reset();
  });
}

/** Field by field: to leave some of a row out and spread the rest takes three times as long as all of it. */
function presentProfile(
  row: ProfileRow,
  { organizationId: activeOrganizationId, operatorRole, hasSecondFactor }: Caller,
  { documentVersions, staffNeedSecondFactor }: Pick<ProfileContext, 'documentVersions' | 'staffNeedSecondFactor'>,
): contract.Profile {
  const { consents, viewed, viewedOwner, viewUntil } = row;
  const isPending = (document: ConsentKind) => !consents.includes(`${document} ${documentVersions[document]}`);
  const view = viewed && {
    organizationId: viewed.organizationId,
    organizationName: viewed.name,
    ownerName: viewedOwner,
    until: viewUntil as string,
  };
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    phone: row.phone,
    timezone: row.timezone,
    hasSecondFactor: row.hasSecondFactor,
    hasPassword: row.hasPassword,
    hasPasskey: row.hasPasskey,
    hasExternalLink: row.hasExternalLink,
    pendingEmail: row.pendingEmail,
    operatorRole: row.operatorRole,
    referralCode: row.referralCode,
    createdAt: row.createdAt,
    unreadNotifications: row.unreadNotifications,
    // Announcements are for customers: staff who view a cabinet would take away what they only look at.
    announcements: viewed ? [] : row.announcements,
    memberships: viewed ? [viewed] : row.memberships,
    // Staff run the service that the texts are about.
    pendingConsents: row.operatorRole ? [] : consentDocuments.filter(isPending),
    activeOrganizationId,
    needsSecondFactor: staffNeedSecondFactor && operatorRole !== null && !hasSecondFactor,
    view,
  };
}
