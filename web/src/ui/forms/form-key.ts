type What = 'payment' | 'refund' | 'adjustment';

const placeOf = (what: What) => `${what}-key`;

/**
 * One key a filled form: pressed twice, repeated after a lost answer or a reload, it names the same request. A changed
 * form is another request and gets another key.
 */
export function takeFormKey(what: What, form: unknown): string {
  const content = JSON.stringify(form);
  const stored = readStored(placeOf(what));
  if (stored?.content === content) return stored.key;
  const key = crypto.randomUUID();
  sessionStorage.setItem(placeOf(what), JSON.stringify({ content, key }));
  return key;
}

/** Once it went through, the same form again is a new request. */
export function dropFormKey(what: What): void {
  sessionStorage.removeItem(placeOf(what));
}

/** Sends a filled form under its key, which goes once the answer is there. */
export async function sendOnce<Answer>(
  what: What,
  form: unknown,
  send: (headers: { 'idempotency-key': string }) => Promise<Answer>,
): Promise<Answer> {
  const answer = await send({ 'idempotency-key': takeFormKey(what, form) });
  dropFormKey(what);
  return answer;
}

function readStored(place: string): { content: string; key: string } | null {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? 'null');
  } catch {
    return null;
  }
}
