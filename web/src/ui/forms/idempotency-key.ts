type FormKind =
  | 'payment'
  | 'invoice'
  | 'refund'
  | 'charge-refund'
  | 'bank-return'
  | 'adjustment'
  | 'subscription'
  | 'pay-link'
  | 'request'
  | 'request-message';

const storageKeyOf = (kind: FormKind) => `${kind}-key`;

/** Returns one key per form content: a double click, a retry or a reload reuse it. A changed form gets a new key. */
export function idempotencyKeyFor(kind: FormKind, form: unknown): string {
  const content = JSON.stringify(form);
  const stored = readStored(storageKeyOf(kind));
  if (stored?.content === content) return stored.key;
  const key = crypto.randomUUID();
  sessionStorage.setItem(storageKeyOf(kind), JSON.stringify({ content, key }));
  return key;
}

/** Called after success: the same form submitted again is a new request. */
export function clearIdempotencyKey(kind: FormKind): void {
  sessionStorage.removeItem(storageKeyOf(kind));
}

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
