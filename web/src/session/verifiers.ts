/** What this browser got when it asked for a letter: together with it the letter's link works at once. */
export interface KeptVerifier {
  email: string;
  verifier: string;
}

const storageKey = 'verifiers';
const kept = 5;

/** Newest first. Anything unreadable counts as none: the link asks for the password then. */
export function readVerifiers(): KeptVerifier[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isKept) : [];
  } catch {
    return [];
  }
}

export function keepVerifier(verifier: KeptVerifier): void {
  localStorage.setItem(storageKey, JSON.stringify([verifier, ...readVerifiers()].slice(0, kept)));
}

/** The address is confirmed, so none of its verifiers is of use any more. */
export function forgetVerifiers(email: string): void {
  const others = readVerifiers().filter((one) => one.email !== email);
  if (others.length > 0) localStorage.setItem(storageKey, JSON.stringify(others));
  else localStorage.removeItem(storageKey);
}

export function verifierOf(email: string): string | undefined {
  return readVerifiers().find((one) => one.email === email)?.verifier;
}

function isKept(value: unknown): value is KeptVerifier {
  const { email, verifier } = (value ?? {}) as Partial<KeptVerifier>;
  return typeof email === 'string' && typeof verifier === 'string' && verifier !== '';
}
