import * as contract from '@kazna/contract/cabinet/passkeys';
import type { Database } from '../../../platform/db/database.ts';
import type { Api } from '../../../platform/http/api.ts';
import { networkOf } from '../../../platform/http/network.ts';
import { Problem } from '../../../platform/http/problem.ts';
import type { Queue } from '../../../platform/jobs/queue.ts';
import { type Limit, throttle } from '../../../platform/throttling/throttle.ts';
import { requireOwnSecondFactor } from '../sessions/confirm-identity.ts';
import type { SessionKeys } from '../sessions/session-keys-store.ts';
import { deviceTokenOf, openNotifiedSession } from '../sign-in.ts';
import { lockUser } from '../store.ts';
import { addPasskey, creationOptions, removePasskey } from './manage-passkeys.ts';
import { selectCredentials, selectPasskeys } from './passkeys-store.ts';
import { assertionOptions, type RelyingParty, verifyAssertion } from './verify-passkey.ts';

/** Signatures that one network has checked. A passkey cannot be guessed: this only keeps the work within bounds. */
const signInsFromNetwork: Limit = { name: 'passkey-sign-ins', hits: 600, windowSeconds: 60 * 60 };
const ceremoniesOfPerson: Limit = { name: 'passkey-ceremonies', hits: 60, windowSeconds: 60 * 60 };

export interface PasskeyRoutesContext {
  db: Database;
  queue: Queue;
  keys: SessionKeys;
  relyingParty: RelyingParty;
  /** Of the providers that people may sign in by. */
  issuers: string[];
}

export function passkeyRoutes(api: Api, { db, queue, keys, relyingParty, issuers }: PasskeyRoutesContext): void {
  const context = { db, queue, key: keys.passkeys, relyingParty, issuers };

  api.on(contract.getPasskeySignInOptions, async () => ({
    ...(await assertionOptions(context, { purpose: 'sign-in' })),
  }));

  api.on(contract.signInByPasskey, async ({ body, origin }) => {
    await throttle(db, signInsFromNetwork, networkOf(origin.address));
    const { userId, noteUse } = await verifyAssertion(context, { purpose: 'sign-in' }, body);
    const tokens = await db.transaction(async (tx) => {
      const user = await lockUser(tx, userId);
      if (user?.status !== 'active') throw new Problem(user ? 'account_blocked' : 'passkey_unknown');
      await noteUse(tx);
      return openNotifiedSession(tx, { queue, keys }, user, origin, true);
    });
    return { ...tokens, deviceToken: deviceTokenOf(keys, userId) };
  });

  api.on(contract.getConfirmationOptions, async ({ caller: { userId, sessionId } }) => {
    const credentials = await selectCredentials(db, userId);
    return { ...(await assertionOptions(context, { purpose: 'confirm', sessionId }, credentials)) };
  });

  api.on(contract.listPasskeys, async ({ caller: { userId } }) => ({ items: await selectPasskeys(db, userId) }));

  api.on(contract.getPasskeyOptions, async ({ caller }) => {
    await requireOwnSecondFactor(db, caller);
    await throttle(db, ceremoniesOfPerson, caller.userId);
    return { ...(await creationOptions(context, caller)) };
  });

  api.on(contract.addPasskey, async ({ caller, body, origin }) => {
    await requireOwnSecondFactor(db, caller);
    return addPasskey(context, caller, body, origin);
  });

  api.on(contract.removePasskey, async ({ caller, params: { passkeyId }, origin }) => {
    await requireOwnSecondFactor(db, caller);
    const { credentialId } = await removePasskey(context, { userId: caller.userId, passkeyId }, origin);
    return { credentialId, rpId: relyingParty.rpId };
  });
}
