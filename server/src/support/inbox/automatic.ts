/** Values of a header; the name in lower case. */
export type Headers = (name: string) => string[];

export interface AnsweringLetter {
  headers: Headers;
  /** Decoded. */
  subject: string;
  from: string;
}

const listHeaders = ['list-id', 'list-unsubscribe', 'x-autoreply', 'x-autorespond', 'x-auto-reply-from'];
const bulk = /^(bulk|junk|list|auto_reply)\b/i;
/** Vacation notes of servers that set no header. */
const subjects =
  /^\s*(auto(matic)?[ -]?(reply|response)|out of (the )?office|автоматический ответ|автоответ|вне офиса)/i;
const robots = /^(mailer-daemon|postmaster|no-?reply|do-?not-?reply)@/i;

/**
 * A letter that no person wrote: an answer to it, or a message made of it, could go round for ever (RFC 3834). `own` are
 * the addresses that we write from and read.
 */
export function isAutomatic({ headers, subject, from }: AnsweringLetter, own: string[]): boolean {
  const has = (name: string, matches: (value: string) => boolean) =>
    headers(name).some((value) => matches(value.trim()));
  return (
    has('auto-submitted', (value) => !/^no\b/i.test(value)) ||
    has('precedence', (value) => bulk.test(value)) ||
    has('x-auto-response-suppress', (value) => value !== '' && !/^none$/i.test(value)) ||
    has('return-path', (value) => value.replaceAll(' ', '') === '<>') ||
    has('content-type', (value) => /^multipart\/report\b/i.test(value)) ||
    subjects.test(subject) ||
    listHeaders.some((name) => headers(name).length > 0) ||
    robots.test(from) ||
    own.includes(from)
  );
}
