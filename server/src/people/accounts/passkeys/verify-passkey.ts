import type { passkeyAssertion } from '@kazna/contract/cabinet/passkeys';
import type { z } from 'zod/mini';
import type { Queries, Transaction } from '../../../platform/db/database.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { type Ceremony, newChallenge, takeChallenge } from './challenge.ts';
import { findCredential, type StoredCredential, updateUsed } from './passkeys-store.ts';

/** The installation as authenticators know it. */
export interface RelyingParty {
  rpId: string;
  origin: string;
  name: string;
}

export interface PasskeyContext {
  db: Queries;
  /** Signs challenges. */
  key: Buffer;
  relyingParty: RelyingParty;
}

/** Loaded when first needed: its parsers of certificates take a quarter of a second of CPU. */
export const loadWebauthn = () => import('@simplewebauthn/server');

/** Every authenticator has one of them: Ed25519, ES256, RS256. Named, because the default depends on the runtime. */
export const algorithms = [-8, -7, -257];

/** Without credentials the person chooses among those that the browser knows. */
export async function assertionOptions(
  { key, relyingParty: { rpId } }: PasskeyContext,
  ceremony: Ceremony,
  credentials: StoredCredential[] = [],
) {
  const { generateAuthenticationOptions } = await loadWebauthn();
  return generateAuthenticationOptions({
    rpID: rpId,
    challenge: newChallenge(key, ceremony),
    userVerification: 'required',
    timeout: 5 * 60 * 1000,
    allowCredentials: credentials.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
  });
}

export interface VerifiedPasskey {
  userId: string;
  /** To be called in the transaction that relies on the passkey: throws when it was removed meanwhile. */
  noteUse: (tx: Transaction) => Promise<void>;
}

/**
 * Checks the signature of a stored passkey. The authenticator must have verified the person (PIN, finger, face): two
 * factors in one.
 */
export async function verifyAssertion(
  { db, key, relyingParty }: PasskeyContext,
  ceremony: Ceremony,
  assertion: z.output<typeof passkeyAssertion>,
): Promise<VerifiedPasskey> {
  const challenge = await takeChallenge(db, key, ceremony, assertion.response.clientDataJSON);
  const stored = await findCredential(db, assertion.id);
  if (!stored) throw new Problem('passkey_unknown');
  const used = await verifySignature(assertion, stored, { challenge, ...relyingParty });
  if (isCopy(stored, used.counter)) throw new Problem('passkey_rejected');
  return {
    userId: stored.userId,
    noteUse: async (tx) => {
      if (!(await updateUsed(tx, stored.id, used))) throw new Problem('passkey_unknown');
    },
  };
}

async function verifySignature(
  { response, ...credential }: z.output<typeof passkeyAssertion>,
  stored: StoredCredential,
  { challenge, origin, rpId }: RelyingParty & { challenge: string },
): Promise<{ counter: number; isSynced: boolean }> {
  const { userHandle } = response;
  if (userHandle && !Buffer.from(userHandle, 'base64url').equals(stored.userHandle))
    throw new Problem('passkey_rejected');
  const { verifyAuthenticationResponse } = await loadWebauthn();
  const { clientDataJSON, authenticatorData, signature } = response;
  const { id, rawId, type } = credential;
  const verification = await verifyAuthenticationResponse({
    response: {
      id,
      rawId,
      type,
      response: { clientDataJSON, authenticatorData, signature },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    credential: {
      id: stored.credentialId,
      publicKey: Uint8Array.from(stored.publicKey),
      // The library throws when a counter falls, which a key that moved to a password manager's cloud may do.
      counter: 0,
    },
  }).catch(() => null);
  if (!verification?.verified) throw new Problem('passkey_rejected');
  const { newCounter, credentialDeviceType } = verification.authenticationInfo;
  return { counter: newCounter, isSynced: credentialDeviceType === 'multiDevice' };
}

/** A key that cannot leave its device counts upwards: a counter that falls is a copy's. Synced keys do not count. */
function isCopy(stored: StoredCredential, counter: number): boolean {
  return !stored.isSynced && stored.counter > 0 && counter <= stored.counter;
}
