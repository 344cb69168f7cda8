import { randomBytes } from 'node:crypto';
import * as contract from '@kazna/contract/cabinet/passkeys';
import { getOrSetHandle, insertPasskey } from '../../src/people/accounts/passkeys/passkeys-store.ts';
import { uuidv7 } from '../../src/platform/db/uuid.ts';
import type { CallOptions, TestApp } from './app.ts';
import { SoftwarePasskey } from './authenticator.ts';
import { confirmSessions } from './staff.ts';

/** PUBLIC_URL of tests that set none. */
export const testOrigin = 'http://localhost:3000';

/** Adds a passkey by a session that was confirmed just now. */
export async function addPasskey(
  app: TestApp,
  { id, token }: { id: string; token: string },
  passkey = new SoftwarePasskey(testOrigin),
): Promise<SoftwarePasskey & { id: string }> {
  await confirmSessions(app, id);
  const options = await app.call(contract.getPasskeyOptions, {}, { token });
  const added = await app.call(contract.addPasskey, { body: { credential: passkey.create(options.body) } }, { token });
  if (added.status !== 201) throw new Error(`adding a passkey answered ${added.status} ${JSON.stringify(added.body)}`);
  return Object.assign(passkey, { id: added.body.id });
}

export async function signInByPasskey(app: TestApp, passkey: SoftwarePasskey, options?: CallOptions) {
  const { body } = await app.call(contract.getPasskeySignInOptions, {}, options);
  return app.call(contract.signInByPasskey, { body: passkey.get(body) }, options);
}

/** Without the calls of a ceremony. */
export async function plantPasskey(
  { db }: Pick<TestApp, 'db'>,
  userId: string,
  passkey = new SoftwarePasskey(testOrigin),
): Promise<string> {
  const id = uuidv7();
  const key = { publicKey: passkey.coseKey(), counter: 0, transports: [], isSynced: passkey.isSynced };
  const credentialId = passkey.credentialId.toString('base64url');
  await insertPasskey(db, { id, userId, credentialId, ...key, name: 'Телефон' });
  passkey.userHandle = (await getOrSetHandle(db, userId, randomBytes(32))).toString('base64url');
  return id;
}
