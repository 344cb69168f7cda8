type FormKind = 'payment' | 'refund' | 'adjustment';

const storageKeyOf = (kind: FormKind) => `${kind}-key`;

/**
 * One key a filled form: pressed twice, repeated after a lost answer or a reload, it names the same request. A changed
 * form is another request and gets another key.
 */
export function idempotencyKeyFor(kind: FormKind, form: unknown): string {
  const content = JSON.stringify(form);
  const stored = readStored(storageKeyOf(kind));
  if (stored?.content === content) return stored.key;
  const key = crypto.randomUUID();
  sessionStorage.setItem(storageKeyOf(kind), JSON.stringify({ content, key }));
  return key;
}

/** Once it went through, the same form again is a new request. */
export function clearIdempotencyKey(kind: FormKind): void {
  sessionStorage.removeItem(storageKeyOf(kind));
}

/** Sends a filled form under its key, which goes once the answer is there. */
export async function sendIdempotently<Answer>(
  kind: FormKind,
  form: unknown,
  send: (headers: { 'idempotency-key': string }) => Promise<Answer>,
): Promise<Answer> {
  const answer = await send({ 'idempotency-key': idempotencyKeyFor(kind, form) });
  clearIdempotencyKey(kind);
  return answer;
}

function readStored(storageKey: string): { content: string; key: string } | null {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
  } catch {
    return null;
  }
}
