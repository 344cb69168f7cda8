import { finishSignIn, registerExternally } from '../../../src/people/accounts/external/enter-externally.ts';
import { createYandex } from '../../../src/people/accounts/external/yandex.ts';
import { Problem } from '../../../src/platform/http/problem.ts';
import { plantVisit } from '../../support/external-visits.ts';
import { findAccount, linkOfSubject, storeLink } from './store.ts';
import { address, type Step, type Testbed } from './testbed.ts';

type Who = 'victim' | 'attacker';

const networks = { victim: '192.0.2.1', attacker: '198.51.100.1' };
const accepted = { acceptOffer: true, acceptPersonalData: true } as const;

/** The provider itself is never asked: a visit has come back with what it says. */
async function visitOf(testbed: Testbed, who: Who, isEmailVerified: boolean, subject: string = who) {
  const { cookie } = await plantVisit(testbed, { subject, email: address, isEmailVerified, name: who });
  const providers = [createYandex({ clientId: 'kazna', clientSecret: 'secret' })];
  const context = { ...testbed, key: testbed.keys.externalVisits, providers, publicUrl: '', onFailure: () => {} };
  const cookies = { get: () => cookie.slice('external-visit='.length), set: () => {} };
  return { context, cookies, origin: { address: networks[who], userAgent: '' } };
}

/** Only of whoever reads the mailbox does a provider say that the address is theirs. */
export function registerByProvider(who: Who, isEmailVerified: boolean): Step {
  return {
    name: `${who} registers by a provider that ${isEmailVerified ? 'vouches' : 'does not vouch'} for the address`,
    run: async (testbed) => {
      const { registrations, outbox } = testbed.knowledge;
      const { context, cookies, origin } = await visitOf(testbed, who, isEmailVerified);
      const referrer = who === 'attacker' ? { referrerCode: 'ATTACKER' } : {};
      const form = { name: who, email: address, ...accepted, ...referrer };
      const answer = await registerExternally(context, cookies, form, origin);
      if (answer.step === 'signedIn') return;
      const job = outbox.at(-1);
      if (!job) throw new Error('no letter was asked for');
      const { registrationId: id } = job.data as { registrationId: string };
      job.label = `registered ${registrations.length}`;
      const unusable = `no password ${registrations.length}`;
      const { verifier } = answer;
      registrations.push({ id, owner: who, verifier, password: unusable, hash: unusable, isExternal: true });
    },
  };
}

/** Whoever is signed in links one, and only the victim can be. */
export const linkProvider: Step = {
  name: 'victim links a provider',
  run: async ({ db }) => {
    const account = await findAccount(db);
    if (!account || (await linkOfSubject(db, 'victim'))) throw new Problem('not_found');
    await storeLink(db, account.id, 'victim');
  },
};

/** The attacker's provider leads to an account of the attacker's own from then on. */
export const linkAttackersProvider: Step = {
  name: 'attacker links a provider',
  run: async ({ db, attacker }) => {
    if (await linkOfSubject(db, 'attacker')) throw new Problem('not_found');
    await storeLink(db, attacker.id, 'attacker');
  },
};

/** Without a letter of ours: the invitation came to the mailbox. */
export async function registerInvitedByProvider(testbed: Testbed, token: string): Promise<void> {
  const { context, cookies, origin } = await visitOf(testbed, 'victim', false);
  await registerExternally(context, cookies, { name: 'victim', ...accepted, invitation: token }, origin);
}

/** By an identity that nobody has used so far. Returns what it leads to, or the code of the refusal. */
export async function registerVouchedFor(testbed: Testbed): Promise<string> {
  const { context, cookies, origin } = await visitOf(testbed, 'victim', true, 'victim at another provider');
  try {
    return (await registerExternally(context, cookies, { name: 'victim', ...accepted }, origin)).step;
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
}

/** Whose session a sign-in by the provider opens; null where it opens none. */
export async function ownerByProvider(testbed: Testbed, who: Who, isEmailVerified: boolean): Promise<string | null> {
  const { context, cookies, origin } = await visitOf(testbed, who, isEmailVerified);
  const answer = await finishSignIn(context, cookies, { code: undefined, origin, deviceTokens: [] });
  return answer.step === 'signedIn' ? ((await linkOfSubject(testbed.db, who)) ?? null) : null;
}
