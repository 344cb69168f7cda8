/** Returned to the browser that requested an e-mail; with it the link works without a password. */
export interface StoredVerifier {
  email: string;
  verifier: string;
  /** Where the person was going when asked to sign in. */
  returnTo?: string | undefined;
}

const storageKey = 'verifiers';
const maxVerifiers = 5;

/** Newest first. Invalid storage counts as empty: the link then asks for the password. */
export function readVerifiers(): StoredVerifier[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isStoredVerifier) : [];
  } catch {
    return [];
  }
}

export function storeVerifier(verifier: StoredVerifier): void {
  localStorage.setItem(storageKey, JSON.stringify([verifier, ...readVerifiers()].slice(0, maxVerifiers)));
}

/** Called once the address is verified. */
export function removeVerifiers(email: string): void {
  const others = readVerifiers().filter((one) => one.email !== email);
  if (others.length > 0) localStorage.setItem(storageKey, JSON.stringify(others));
  else localStorage.removeItem(storageKey);
}

export function verifierOf(email: string): string | undefined {
  return readVerifiers().find((one) => one.email === email)?.verifier;
}

function isStoredVerifier(value: unknown): value is StoredVerifier {
  const { email, verifier } = (value ?? {}) as Partial<StoredVerifier>;
  return typeof email === 'string' && typeof verifier === 'string' && verifier !== '';
}
