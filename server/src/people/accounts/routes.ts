import * as contract from '@kazna/contract/cabinet/accounts';
import { readInvitation, signUpInvited } from '@kazna/contract/cabinet/invited-sign-up';
import type { Database } from '../../platform/db/database.ts';
import type { Api, Origin } from '../../platform/http/api.ts';
import { networkOf } from '../../platform/http/network.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { hashToken } from '../../platform/secrets.ts';
import { type Limit, throttle } from '../../platform/throttling/throttle.ts';
import { type AccountEmail, accountEmail } from '../account-emails.ts';
import { resetPassword } from './change-password.ts';
import { readInvitationInLetter, registerInvited } from './register-invited.ts';
import { type Destination, refreshSession, switchSession } from './sessions/refresh-session.ts';
import type { SessionKeys } from './sessions/session-keys-store.ts';
import { openSession } from './sessions/session-tokens.ts';
import { endCurrentSession } from './sessions/sessions-store.ts';
import { signIn } from './sign-in.ts';
import { type SignUpContext, signUp } from './sign-up.ts';
import { verifyEmail, verifyEmailByPassword } from './verify-email.ts';

/** Calls that send letters or hash passwords, from one network. */
const requestsFromAddress: Limit = { name: 'account-requests', hits: 300, windowSeconds: 60 * 60 };

export interface AccountContext extends SignUpContext {
  db: Database;
  queue: Queue;
  keys: SessionKeys;
}

export function accountRoutes(api: Api, context: AccountContext): void {
  const { db, queue, keys } = context;
  const throttleRequests = ({ address }: Origin) => throttle(db, requestsFromAddress, networkOf(address));
  const enqueueEmail = (email: AccountEmail) => db.transaction((tx) => queue.enqueue(tx, accountEmail, email));

  api.on(contract.signUp, async ({ body, origin }) => {
    await throttleRequests(origin);
    return signUp(context, body, origin.address);
  });

  api.on(contract.verifyEmail, ({ query, origin }) =>
    db.transaction((tx) => {
      const open = async (userId: string) => (await openSession(tx, keys, userId, origin)).tokens;
      return verifyEmail(tx, queue, query, query.session && open);
    }),
  );

  api.on(contract.verifyEmailByPassword, async ({ body, origin }) => {
    await throttleRequests(origin);
    return verifyEmailByPassword(context, body);
  });

  api.on(readInvitation, async ({ query, origin }) => {
    await throttleRequests(origin);
    return readInvitationInLetter(db, query.token);
  });

  api.on(signUpInvited, async ({ body, origin }) => {
    await throttleRequests(origin);
    return registerInvited(context, body, origin);
  });

  api.on(contract.resendVerification, async ({ body, origin }) => {
    await throttleRequests(origin);
    const verifierHash = body.verifier && hashToken(body.verifier).toString('base64url');
    await enqueueEmail({
      kind: 'verification_wanted',
      email: body.email,
      verifierHash,
      network: networkOf(origin.address),
    });
  });

  api.on(contract.signIn, ({ body, headers, origin }) => {
    const deviceTokens = headers['x-device-tokens']?.split(',').slice(0, contract.maximumDeviceTokens) ?? [];
    return signIn(context, body, origin, deviceTokens);
  });

  api.on(contract.forgotPassword, async ({ body, origin }) => {
    await throttleRequests(origin);
    await enqueueEmail({ kind: 'reset_wanted', email: body.email, network: networkOf(origin.address) });
  });

  api.on(contract.resetPassword, async ({ body, origin }) => {
    await throttleRequests(origin);
    await resetPassword(context, body);
  });

  api.on(contract.signOut, ({ caller }) => db.transaction((tx) => endCurrentSession(tx, caller)));

  const exchange = async (refreshToken: string, destination?: Destination) => {
    const tokens = await refreshSession(db, keys, refreshToken, destination);
    if (!tokens) throw new Problem('session_ended');
    return tokens;
  };

  api.on(contract.refresh, ({ caller }) => exchange(caller.refreshToken));

  api.on(contract.refreshWithOrganization, ({ caller, query: { organizationId } }) =>
    'refreshToken' in caller
      ? exchange(caller.refreshToken, { organizationId })
      : switchSession(db, keys, caller.claims, { organizationId }),
  );
}
