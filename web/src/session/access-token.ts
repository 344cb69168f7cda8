export interface AccessTokenClaims {
  /** Expiry in milliseconds. */
  expiresAt: number;
  /** Changes when the session passes to another person or organization. */
  identity: string;
}

/** Reads the payload without checking the signature, which is the server's business. Null when it is no token. */
export function decodeAccessToken(token: string): AccessTokenClaims | null {
  try {
    const payload = token.split('.')[1] ?? '';
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    );
    const { exp, sub, org } = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof exp !== 'number' || !Number.isFinite(exp)) return null;
    return { expiresAt: exp * 1000, identity: `${sub ?? ''}/${org ?? ''}` };
  } catch {
    return null;
  }
}
