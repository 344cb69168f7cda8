const storageKey = 'payment-key';

/**
 * One key a filled form: pressed twice, repeated after a lost answer or a reload, it names the same payment. A changed
 * form is another payment and gets another key.
 */
export function takePaymentKey(form: object): string {
  const content = JSON.stringify(form);
  const stored = readStored();
  if (stored?.content === content) return stored.key;
  const key = crypto.randomUUID();
  sessionStorage.setItem(storageKey, JSON.stringify({ content, key }));
  return key;
}

/** Once the payment is made, the same amount again is a new payment. */
export function dropPaymentKey(): void {
  sessionStorage.removeItem(storageKey);
}

function readStored(): { content: string; key: string } | null {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
  } catch {
    return null;
  }
}
