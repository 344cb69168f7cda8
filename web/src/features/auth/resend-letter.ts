import { resendVerification } from '@kazna/contract/cabinet/accounts';
import { call } from '../../api/client.ts';
import { verifierOf } from '../../session/verifiers.ts';

/** Sends the verifier of this browser's registration: others may have registered the same address since. */
export function resendLetter(typed: string): Promise<unknown> {
  const email = typed.trim().toLowerCase();
  const verifier = verifierOf(email);
  return call(resendVerification, { body: { email, ...(verifier && { verifier }) } });
}
