import { inviteMember } from '../../../src/organizations/invitations/manage-invitations.ts';
import { accountEmail } from '../../../src/people/account-emails.ts';
import { resetPassword } from '../../../src/people/accounts/change-password.ts';
import { requestEmailChange } from '../../../src/people/accounts/email-change.ts';
import { registerInvited } from '../../../src/people/accounts/register-invited.ts';
import { signUp } from '../../../src/people/accounts/sign-up.ts';
import { verifyEmail, verifyEmailByPassword } from '../../../src/people/accounts/verify-email.ts';
import { Problem } from '../../../src/platform/http/problem.ts';
import { hashToken } from '../../../src/platform/secrets.ts';
import { plantPasskey } from '../../support/passkeys.ts';
import { linkAttackersProvider, linkProvider, registerByProvider, registerInvitedByProvider } from './providers.ts';
import { countPasskeys, findAccount } from './store.ts';
import { address, deliver, type Letter, type Step, type Testbed } from './testbed.ts';

const accepted = { acceptOffer: true, acceptPersonalData: true } as const;
const networks = { victim: '192.0.2.1', attacker: '198.51.100.1' };
const attackersCode = 'ATTACKER';

function register(owner: 'victim' | 'attacker'): Step {
  return {
    name: `${owner} signs up`,
    run: async (testbed) => {
      const { registrations, outbox } = testbed.knowledge;
      const password = `${owner} password ${registrations.length}`;
      const form = { email: address, name: owner, password, ...accepted };
      const referrer = owner === 'attacker' ? { referrerCode: attackersCode } : {};
      const { verifier } = await signUp(testbed, { ...form, ...referrer }, networks[owner]);
      const job = outbox.at(-1);
      if (!job) throw new Error('no letter was asked for');
      const { registrationId: id } = job.data as { registrationId: string };
      job.label = `registered ${registrations.length}`;
      const text = 'select password_hash as hash from registrations where id = $1';
      const { rows } = await testbed.db.queryPrepared(text, [id]);
      registrations.push({ id, owner, verifier, password, hash: rows[0]?.hash as string });
    },
  };
}

function ask(kind: 'verification_wanted' | 'reset_wanted', verifier?: string): Step {
  const request = { kind, email: address, network: networks.attacker };
  const verifierHash = verifier && hashToken(verifier).toString('base64url');
  return {
    name: `${kind}${verifier ? ' with a verifier' : ''}`,
    run: ({ db, queue }) => db.transaction((tx) => queue.enqueue(tx, accountEmail, { ...request, verifierHash })),
  };
}

function invite(by: 'attacker' | 'owner'): Step {
  return {
    name: `${by} invites the address`,
    run: async (testbed) => {
      const { id: userId, organizationId } = testbed[by];
      const invitation = { organizationId, email: address, role: 'admin' } as const;
      const actor = { id: userId, address: networks.attacker };
      const id = await testbed.db.transaction((tx) => inviteMember(tx, testbed.queue, actor, invitation));
      testbed.knowledge.invitations.push({ id, by });
      const job = testbed.knowledge.outbox.at(-1);
      if (job) job.label = `invitation of ${by}`;
    },
  };
}

const moveAttacker: Step = {
  name: 'attacker moves another account to the address',
  run: ({ db, queue, attacker }) =>
    db.transaction((tx) => requestEmailChange(tx, queue, attacker, { email: address, keptSessionId: attacker.id })),
};

/** Whoever is signed in adds one, and only the victim can be. */
const addPasskey: Step = {
  name: 'victim adds a passkey',
  run: async ({ db, passkeys }) => {
    const account = await findAccount(db);
    if (!account || (await countPasskeys(db, account.id)) > 0) throw new Problem('not_found');
    await plantPasskey({ db }, account.id, passkeys.victim);
  },
};

function clicks(letter: Letter, { registrations }: Testbed['knowledge'], hasProviders: boolean): Step[] {
  const { token, label } = letter;
  const newPassword = 'new password of the victim';
  const remember = (testbed: Testbed) => testbed.knowledge.victimPasswords.push(newPassword);
  if (label.startsWith('Восстановление')) {
    const run = async (testbed: Testbed) => {
      await resetPassword(testbed, { token, password: newPassword });
      remember(testbed);
    };
    return [{ name: `victim resets by «${label}»`, run }];
  }
  if (label.startsWith('Приглашение')) {
    const form = { token, name: 'victim', password: newPassword, ...accepted };
    const run = async (testbed: Testbed) => {
      await registerInvited(testbed, form, { address: networks.victim, userAgent: '' });
      remember(testbed);
    };
    const byProvider: Step = {
      name: `victim registers by a provider and «${label}»`,
      run: (testbed) => registerInvitedByProvider(testbed, token),
    };
    return [{ name: `victim registers by «${label}»`, run }, ...(hasProviders ? [byProvider] : [])];
  }
  const own = registrations.filter(({ owner }) => owner === 'victim');
  const withPassword = own.filter(({ isExternal }) => !isExternal);
  const verify = (verifier?: string) => (testbed: Testbed) =>
    testbed.db.transaction((tx) => verifyEmail(tx, testbed.queue, { token, verifier }));
  return [
    { name: `victim opens «${label}» elsewhere`, run: verify() },
    ...own.map(({ verifier }, index) => ({
      name: `victim opens «${label}» in browser ${index}`,
      run: verify(verifier),
    })),
    ...withPassword.map(({ password }, index) => ({
      name: `victim opens «${label}» with password ${index}`,
      run: (testbed: Testbed) => verifyEmailByPassword(testbed, { token, password }),
    })),
    {
      name: `victim sets a new password by «${label}»`,
      run: async (testbed) => {
        await verifyEmailByPassword(testbed, { token, newPassword });
        remember(testbed);
      },
    },
  ];
}

function byLabel<T extends { label: string }>(things: T[]): Map<string, T> {
  return new Map(things.map((thing) => [thing.label, thing]));
}

function stepsByProviders({ registrations }: Testbed['knowledge']): Step[] {
  const hasNone = (who: string) => !registrations.some(({ owner, isExternal }) => isExternal && owner === who);
  const unvouched = (['victim', 'attacker'] as const).filter(hasNone).map((who) => registerByProvider(who, false));
  return [linkProvider, linkAttackersProvider, registerByProvider('victim', true), ...unvouched];
}

export function stepsFrom({ knowledge, hasProviders }: Testbed): Step[] {
  const { outbox, letters, registrations, invitations } = knowledge;
  const attackers = registrations.find(({ owner }) => owner === 'attacker');
  return [
    register('victim'),
    register('attacker'),
    ask('verification_wanted'),
    ...(attackers ? [ask('verification_wanted', attackers.verifier)] : []),
    ask('reset_wanted'),
    ...(['attacker', 'owner'] as const).filter((by) => !invitations.some((one) => one.by === by)).map(invite),
    moveAttacker,
    addPasskey,
    ...(hasProviders ? stepsByProviders(knowledge) : []),
    ...[...byLabel(outbox).values()].map((job) => ({
      name: `deliver ${job.label}`,
      run: async (testbed: Testbed) => {
        testbed.knowledge.outbox = testbed.knowledge.outbox.filter((one) => one !== job);
        await deliver(testbed, job);
      },
    })),
    ...[...byLabel(letters).values()].flatMap((letter) => clicks(letter, knowledge, hasProviders)),
  ];
}
