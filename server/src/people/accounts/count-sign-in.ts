import type { Queries } from '../../platform/db/database.ts';
import { type Attempt, countAttempt, countHits } from '../../platform/throttling/throttle.ts';
import * as limits from './limits.ts';

export interface SignInSource {
  email: string;
  network: string;
  /** The known device that the attempt comes from. */
  deviceId: string | null;
}

/**
 * Counts a sign-in before its password is looked at; throws when there were too many wrong ones. A known device is
 * counted by itself. All others are counted by account and network, by network, and by account over all networks. What
 * is counted depends on the words of the request only, never on whether there is such an account.
 */
export async function countSignIn(db: Queries, source: SignInSource): Promise<{ forgive: () => Promise<void> }> {
  const { quick, others } = source.deviceId ? await ofKnownDevice(db, source.deviceId) : await ofStranger(db, source);
  return {
    forgive: async () => {
      await quick.forgive();
      // Attempts of others are counted there too: they stay.
      for (const attempt of others) await attempt.takeBack();
    },
  };
}

interface Counted {
  quick: Attempt;
  others: Attempt[];
}

async function ofKnownDevice(db: Queries, deviceId: string): Promise<Counted> {
  const quick = await countAttempt(db, limits.signInOfDevice, deviceId);
  return { quick, others: [await countAttempt(db, limits.signInOfDeviceADay, deviceId)] };
}

async function ofStranger(db: Queries, { email, network }: SignInSource): Promise<Counted> {
  const fromNetwork = await countHits(db, limits.signInFromNetwork, network);
  // In a network where many passwords were wrong each account has fewer tries, but none is shut out by the others.
  const isSuspicious = fromNetwork.hits > limits.suspiciousSignIns;
  const ofAccount = isSuspicious ? limits.signInOfAccountFromSuspicious : limits.signInOfAccount;
  try {
    const quick = await countAttempt(db, ofAccount, email, network);
    return { quick, others: [fromNetwork, await countAttempt(db, limits.signInOfAccountADay, email)] };
  } catch (error) {
    // Refused unseen: a locked account that somebody knocks at for hours makes nobody's network suspicious.
    await fromNetwork.takeBack();
    throw error;
  }
}
