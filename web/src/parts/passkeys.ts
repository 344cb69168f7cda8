import { confirmIdentity } from '@kazna/contract/cabinet/confirmation';
import * as contract from '@kazna/contract/cabinet/passkeys';
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  sendSignal,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { call } from '../api/client.ts';
import { storeDeviceToken } from '../session/devices.ts';
import { writeTokens } from '../session/tokens.ts';
import { asProblem } from '../ui/feedback/problem.ts';
import { callConfirmed } from './confirmed-call.ts';

/** Set where a passkey was used: the sign-in page then offers it without waiting for the person. */
const usedKey = 'passkey-used';

/** Of the newest sign-in: an older one that still waits for its challenge must not abort its ceremony. */
let turn = 0;

/** Loaded on demand, with the library that speaks to authenticators. Each returns false when the person declines. */
export async function signInByPasskey({ isAutofill = false } = {}): Promise<boolean> {
  turn += 1;
  const own = turn;
  const options = await call(contract.getPasskeySignInOptions);
  if (own !== turn) return false;
  const body = await ceremony(() =>
    startAuthentication({
      optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
      useBrowserAutofill: isAutofill,
    }),
  );
  if (!body) return false;
  try {
    const { deviceToken, ...pair } = await call(contract.signInByPasskey, { body });
    storeDeviceToken(deviceToken);
    localStorage.setItem(usedKey, 'true');
    writeTokens(pair);
    return true;
  } catch (reason) {
    const { rpId } = options;
    if (asProblem(reason).code === 'passkey_unknown' && typeof rpId === 'string') await discard(rpId, body.id);
    throw reason;
  }
}

export async function addPasskey(name: string | undefined): Promise<contract.Passkey | null> {
  const options = await callConfirmed(contract.getPasskeyOptions);
  const credential = await ceremony(() =>
    startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }),
  );
  if (!credential) return null;
  const added = await callConfirmed(contract.addPasskey, { body: { name, credential } });
  localStorage.setItem(usedKey, 'true');
  return added;
}

export async function confirmByPasskey(): Promise<boolean> {
  const options = await call(contract.getConfirmationOptions);
  const passkey = await ceremony(() =>
    startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON }),
  );
  if (passkey) await call(confirmIdentity, { body: { passkey } });
  return passkey !== null;
}

export async function removePasskey(passkeyId: string): Promise<void> {
  const { rpId, credentialId } = await callConfirmed(contract.removePasskey, { params: { passkeyId } });
  await discard(rpId, credentialId);
}

/** Ends what waits for an authenticator, such as the list of passkeys under a field. */
export function cancelCeremony(): void {
  WebAuthnAbortService.cancelCeremony();
}

/** Null when the person closed the browser's window, let it time out, or another ceremony took its place. */
async function ceremony<T>(run: () => Promise<T>): Promise<T | null> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
      throw {
        ...unusable,
        title: 'Уже добавлен',
        detail: 'На этом устройстве ключ доступа уже есть. Им можно входить.',
      };
    const { name } = error as Error;
    if (name === 'NotAllowedError' || name === 'AbortError') return null;
    throw unusable;
  }
}

const unusable = {
  status: 400,
  code: 'passkey_rejected',
  title: 'Ключ доступа не сработал',
  detail: 'Этот браузер или устройство не смогли воспользоваться ключом доступа. Войдите паролем.',
};

/** Asks the password manager to delete its copy; not all can. */
async function discard(rpID: string, credentialID: string): Promise<void> {
  await sendSignal({ signalName: 'unknownCredential', rpID, credentialID }).catch(() => {});
}
