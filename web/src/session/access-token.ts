export interface AccessTokenClaims {
  /** Milliseconds. */
  expiresAt: number;
  personId: string;
  /** Null while none is chosen. */
  organizationId: string | null;
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
    const [personId, organizationId] = [sub ?? '', org ?? null];
    return { expiresAt: exp * 1000, personId, organizationId, identity: `${personId}/${organizationId ?? ''}` };
  } catch {
    return null;
  }
}
