import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

export function createSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

/** Headers by Standard Webhooks 1.0.0. Several secrets give several signatures: a receiver knows one of them. */
export function signedHeaders(
  secrets: string[],
  { id, body, at }: { id: string; body: string; at: Date },
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatureBy = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${signatureBy(secret)}`).join(' '),
  };
}
