import { isIP } from 'node:net';
import { Problem } from '../../platform/http/problem.ts';
import type { WebhookContext } from './webhook-context.ts';

/** Refuses what could never be sent. Names are checked at every connection, since they may change. */
export function checkUrl(
  text: string,
  { guard, allowsUnencrypted }: Pick<WebhookContext, 'guard' | 'allowsUnencrypted'>,
): string {
  const refuse = (message: string) => new Problem('validation_failed', { errors: [{ path: 'url', message }] });
  if (!URL.canParse(text)) throw refuse('Not a valid URL');
  const url = new URL(text);
  const isEncrypted = url.protocol === 'https:';
  if (!isEncrypted && !(url.protocol === 'http:' && allowsUnencrypted)) throw refuse('Must begin with https://');
  if (url.username || url.password) throw refuse('Must not contain a user name or password');
  if (url.hash) throw refuse('Must not contain a fragment');
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) && !guard.allows(literal, isEncrypted)) throw refuse('This IP address is not allowed');
  return url.href;
}
