import { decodeAccessToken } from './access-token.ts';
import { onTokensChange, readTokens } from './tokens.ts';

type Listener = (isSignedIn: boolean) => void;

/** Notifies when any tab signs in, signs out or switches the organization. */
export function onIdentityChange(listener: Listener): () => void {
  let identity = currentIdentity();
  return onTokensChange(() => {
    const previous = identity;
    identity = currentIdentity();
    if (identity !== previous) listener(identity !== null);
  });
}

function currentIdentity(): string | null {
  const tokens = readTokens();
  return tokens && (decodeAccessToken(tokens.accessToken)?.identity ?? '');
}
