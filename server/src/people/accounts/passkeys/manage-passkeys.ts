import { randomBytes } from 'node:crypto';
import { type addPasskey as contract, maximumPasskeys, type Passkey } from '@kazna/contract/cabinet/passkeys';
import type { z } from 'zod/mini';
import { recordAction } from '../../../audit/actions-store.ts';
import type { Database } from '../../../platform/db/database.ts';
import { uuidv7 } from '../../../platform/db/uuid.ts';
import type { Origin } from '../../../platform/http/api.ts';
import { Problem } from '../../../platform/http/problem.ts';
import type { Queue } from '../../../platform/jobs/queue.ts';
import { accountEmail } from '../../account-emails.ts';
import { removeWayIn } from '../external/links.ts';
import { describeDevice } from '../sessions/session-tokens.ts';
import { lockOwnSession, resetSecondFactors, updateSecondFactorProved } from '../sessions/sessions-store.ts';
import { getUser } from '../store.ts';
import { newChallenge, takeChallenge } from './challenge.ts';
import { deletePasskey, getOrSetHandle, insertPasskey, lockAndCount, selectCredentials } from './passkeys-store.ts';
import { algorithms, loadWebauthn, type PasskeyContext } from './verify-passkey.ts';

interface ManagingContext extends PasskeyContext {
  db: Database;
  queue: Queue;
  /** Of the providers that people may sign in by. */
  issuers: string[];
}

interface OwnSession {
  userId: string;
  sessionId: string;
}

/** The person's handle is random: authenticators show and store it, so it must not name anybody. */
export async function creationOptions(
  { db, key, relyingParty: { rpId, name } }: ManagingContext,
  { userId, sessionId }: OwnSession,
) {
  const { email, name: displayName } = await getUser(db, userId);
  const existing = await selectCredentials(db, userId);
  if (existing.length >= maximumPasskeys) throw new Problem('too_many_passkeys');
  const { generateRegistrationOptions } = await loadWebauthn();
  return generateRegistrationOptions({
    rpName: name,
    rpID: rpId,
    userID: Uint8Array.from(await getOrSetHandle(db, userId, randomBytes(32))),
    userName: email,
    userDisplayName: displayName,
    challenge: newChallenge(key, { purpose: 'add', sessionId }),
    timeout: 5 * 60 * 1000,
    excludeCredentials: existing.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  });
}

export async function addPasskey(
  context: ManagingContext,
  { userId, sessionId }: OwnSession,
  { credential, name }: z.output<(typeof contract)['body']>,
  origin: Origin,
): Promise<Passkey> {
  const { db, key, queue } = context;
  const challenge = await takeChallenge(db, key, { purpose: 'add', sessionId }, credential.response.clientDataJSON);
  const { aaguid, ...verified } = await verifyAttestation(context, credential, challenge);
  const passkeyName = name ?? managers[aaguid] ?? describeDevice(origin.userAgent);
  return db.transaction(async (tx) => {
    await lockOwnSession(tx, { userId, sessionId });
    if ((await lockAndCount(tx, userId)) >= maximumPasskeys) throw new Problem('too_many_passkeys');
    const added = await insertPasskey(tx, { id: uuidv7(), userId, name: passkeyName, ...verified });
    if (!added) throw new Problem('passkey_exists');
    await updateSecondFactorProved(tx, sessionId);
    const { email } = await getUser(tx, userId);
    await queue.enqueue(tx, accountEmail, { kind: 'passkey_added', userId, email, passkey: passkeyName });
    await recordAction(
      tx,
      { id: userId, address: origin.address },
      { action: 'user.passkey_added', subjectUserId: userId, details: { passkey: passkeyName } },
    );
    return added;
  });
}

type Attestation = z.output<(typeof contract)['body']>['credential'];

async function verifyAttestation(
  { relyingParty: { rpId, origin } }: PasskeyContext,
  { response, id, rawId, type }: Attestation,
  challenge: string,
) {
  const { verifyRegistrationResponse } = await loadWebauthn();
  const { clientDataJSON, attestationObject, transports = [] } = response;
  const verification = await verifyRegistrationResponse({
    response: { id, rawId, type, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null);
  if (!verification?.verified) throw new Problem('passkey_rejected');
  const { credential, credentialDeviceType, aaguid } = verification.registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports,
    isSynced: credentialDeviceType === 'multiDevice',
    aaguid,
  };
}

export async function removePasskey(
  { db, queue, issuers }: Pick<ManagingContext, 'db' | 'queue' | 'issuers'>,
  { userId, passkeyId }: { userId: string; passkeyId: string },
  { address }: Origin,
): Promise<{ credentialId: string }> {
  return db.transaction(async (tx) => {
    const removed = await removeWayIn(tx, { userId, issuers }, () => deletePasskey(tx, { userId, passkeyId }));
    await resetSecondFactors(tx, userId);
    const { name, credentialId } = removed;
    const { email } = await getUser(tx, userId);
    await queue.enqueue(tx, accountEmail, { kind: 'passkey_removed', userId, email, passkey: name });
    await recordAction(
      tx,
      { id: userId, address },
      { action: 'user.passkey_removed', subjectUserId: userId, details: { passkey: name } },
    );
    return { credentialId };
  });
}

/** Password managers by the id of their make, as github.com/passkeydeveloper/passkey-authenticator-aaguids lists them. */
const managers: Record<string, string> = {
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Менеджер паролей Google',
  'adce0002-35bc-c60a-648b-0b25f1f05503': 'Chrome на Mac',
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'Связка ключей iCloud',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'Связка ключей iCloud',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
  'fdb141b2-5d84-443e-8a35-4698c205a502': 'KeePassXC',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
  '50726f74-6f6e-5061-7373-50726f746f6e': 'Proton Pass',
};
