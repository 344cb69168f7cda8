import type { Queries } from '../../platform/db/database.ts';
import { type Attempt, countAttempt, countHits } from '../../platform/throttling/throttle.ts';
import * as limits from './limits.ts';

export interface SignInSource {
  email: string;
  network: string;
  deviceId: string | null;
}

/**
 * Rate limit of sign-ins, counted before the password is checked. A known device has its own count. Others are counted
 * by account and network, by network, and by account over all networks. The counts depend on the request only, never on
 * whether the account exists.
 */
export async function countSignIn(db: Queries, source: SignInSource): Promise<Attempt> {
  const { own, shared } = source.deviceId
    ? await countKnownDevice(db, source.deviceId)
    : await countUnknownDevice(db, source);
  return {
    reset: async () => {
      await own.reset();
      // Shared counters include failures of others, which stay.
      for (const attempt of shared) await attempt.uncount();
    },
    uncount: async () => {
      for (const attempt of [own, ...shared]) await attempt.uncount();
    },
  };
}

interface Counted {
  own: Attempt;
  shared: Attempt[];
}

async function countKnownDevice(db: Queries, deviceId: string): Promise<Counted> {
  const own = await countAttempt(db, limits.signInOfDevice, deviceId);
  return { own, shared: [await countAttempt(db, limits.signInOfDeviceADay, deviceId)] };
}

async function countUnknownDevice(db: Queries, { email, network }: SignInSource): Promise<Counted> {
  const fromNetwork = await countHits(db, limits.signInFromNetwork, network);
  // In a suspicious network each account has fewer attempts, but no account locks out another.
  const isSuspicious = fromNetwork.hits > limits.suspiciousSignIns;
  const ofAccount = isSuspicious ? limits.signInOfAccountFromSuspicious : limits.signInOfAccount;
  try {
    const own = await countAttempt(db, ofAccount, email, network);
    return { own, shared: [fromNetwork, await countAttempt(db, limits.signInOfAccountADay, email)] };
  } catch (error) {
    // A refused attempt does not count for the network: attempts on a locked account make no network suspicious.
    await fromNetwork.uncount();
    throw error;
  }
}
