import { isIP } from 'node:net';
import { fieldProblem } from '../../platform/http/problem.ts';
import type { UrlMessages } from './url-messages.ts';
import type { WebhookContext } from './webhook-context.ts';

/** Refuses what could never be sent. Names are checked at every connection, since they may change. */
export function checkUrl(
  text: string,
  { guard, allowsUnencrypted, messages }: Pick<WebhookContext, 'guard' | 'allowsUnencrypted' | 'messages'>,
): string {
  const refuse = (reason: Exclude<keyof UrlMessages, 'tooMany'>) => fieldProblem('url', messages[reason]);
  if (!URL.canParse(text)) throw refuse('invalid');
  const url = new URL(text);
  const isEncrypted = url.protocol === 'https:';
  if (!isEncrypted && !(url.protocol === 'http:' && allowsUnencrypted)) throw refuse('unencrypted');
  if (url.username || url.password) throw refuse('credentials');
  if (url.hash) throw refuse('fragment');
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) && !guard.allows(literal, isEncrypted)) throw refuse('address');
  return url.href;
}
