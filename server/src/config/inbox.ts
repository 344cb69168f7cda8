import { ConfigError, email, type Read, urlOf } from './environment.ts';

/** A mailbox whose letters become messages of requests. */
export interface InboxConfig {
  host: string;
  port: number;
  /** From the first byte on; otherwise by STARTTLS. */
  isEncrypted: boolean;
  user: string;
  password: string;
  folder: string;
  /** Answers come to it with a tag: `reply+tag@example.ru`. */
  address: string;
}

/** What a tag leaves of the 64 characters that mail allows before the @. */
const maxLocalPart = 28;

/** Null without a mailbox: letters are not answered then. */
export function inboxConfig(read: Read): InboxConfig | null {
  const text = read(
    'INBOX_IMAP_URL',
    'a mailbox, such as imaps://user:password@imap.example.ru/INBOX',
    urlOf('imaps:', 'imap:'),
  );
  const given = read('INBOX_ADDRESS', 'the e-mail that answers to letters come to', email);
  if (text === undefined) return null;
  const { protocol, hostname, port, username, password, pathname } = new URL(text);
  const user = decode(username);
  if (!user || !password || !hostname) throw new ConfigError('INBOX_IMAP_URL takes a user, a password and a host');
  const address = given ?? email(user);
  if (address === undefined)
    throw new ConfigError('INBOX_ADDRESS is required, since the user of INBOX_IMAP_URL is no e-mail');
  if (address.lastIndexOf('@') > maxLocalPart) {
    throw new ConfigError(
      `INBOX_ADDRESS takes at most ${maxLocalPart} characters before the @: a tag comes after them`,
    );
  }
  const isEncrypted = protocol === 'imaps:';
  return {
    ...{ host: hostname, port: Number(port) || (isEncrypted ? 993 : 143), isEncrypted },
    ...{ user, password: decode(password) },
    folder: decode(pathname.slice(1)) || 'INBOX',
    address: address.toLowerCase(),
  };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new ConfigError('INBOX_IMAP_URL takes a percent sign as %25');
  }
}
