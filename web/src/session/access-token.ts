export interface AccessTokenClaims {
  /** Milliseconds. */
  expiresAt: number;
  /** Changes with the person or the organization. */
  identity: string;
}

/** Decodes the payload without verifying the signature. Returns null for an invalid token. */
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
