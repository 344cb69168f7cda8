/** What this browser got when it asked for a letter: together with it the letter's link works at once. */
export interface StoredVerifier {
  email: string;
  verifier: string;
}

const storageKey = 'verifiers';
const maxVerifiers = 5;

/** Newest first. Anything unreadable counts as none: the link asks for the password then. */
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

/** The address is confirmed, so none of its verifiers is of use any more. */
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
