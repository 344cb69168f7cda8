import type { ImapFlow } from 'imapflow';
import type { InboxConfig } from '../../config/inbox.ts';
import type { Headers } from './automatic.ts';

export type InboxFault = 'connection' | 'login' | 'folder';

/** The message goes to the log: never an address or what a server said of a letter. */
export class InboxUnavailable extends Error {
  readonly fault: InboxFault;

  constructor(fault: InboxFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

export interface WaitingLetter {
  uid: number;
  sizeBytes: number;
  headers: Headers;
}

export interface Inbox {
  uidValidity: number;
  /** Letters after the position, the oldest first. */
  after(uid: number): AsyncIterable<WaitingLetter>;
  /** Null when the letter has been removed meanwhile. */
  read(uid: number): Promise<Uint8Array | null>;
  markSeen(uid: number): Promise<void>;
  close(): Promise<void>;
}

/** What says whom a letter is from and for, and whether a person wrote it. */
const readHeaders = [
  ...['from', 'to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'message-id', 'subject'],
  ...['auto-submitted', 'precedence', 'x-auto-response-suppress', 'return-path', 'content-type', 'list-id'],
  ...['list-unsubscribe', 'x-autoreply', 'x-autorespond', 'x-auto-reply-from', 'authentication-results'],
];
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 };
const fetchedAtOnce = 100;

/** Loads the client with the first call: most installations have no mailbox of answers. */
export async function openInbox(config: InboxConfig): Promise<Inbox> {
  const { ImapFlow } = await import('imapflow');
  const { host, port, isEncrypted, user, password, folder } = config;
  const client = new ImapFlow({
    ...{ host, port, secure: isEncrypted, auth: { user, pass: password } },
    // Without it a password would go over the network as it is, but to the machine itself.
    ...(!isEncrypted && !/^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host) && { doSTARTTLS: true }),
    ...{ logger: false as const, disableAutoIdle: true, ...timeouts },
  });
  // Every command rejects as well; without a listener the process would end.
  client.on('error', () => {});
  const box = await connect(client, folder).catch((error: Error & { authenticationFailed?: boolean }) => {
    client.close();
    if (error instanceof InboxUnavailable) throw error;
    if (error.authenticationFailed) throw new InboxUnavailable('login', 'the mailbox refused the password');
    throw new InboxUnavailable('connection', 'the mailbox was not reached');
  });
  return {
    uidValidity: Number(box.uidValidity),
    after: (uid) => within(lettersAfter(client, uid)),
    read: async (uid) => {
      const found = await reached(client.fetchOne(`${uid}`, { source: true }, { uid: true }));
      if (!found) requireUsable(client);
      return found ? (found.source ?? null) : null;
    },
    markSeen: async (uid) => {
      await reached(client.messageFlagsAdd(`${uid}`, ['\\Seen'], { uid: true }));
    },
    close: async () => {
      await client.logout().catch(() => client.close());
    },
  };
}

async function connect(client: ImapFlow, folder: string) {
  await client.connect();
  return client.mailboxOpen(folder).catch((error: Error & { responseStatus?: string }) => {
    if (error.responseStatus === undefined) throw error;
    throw new InboxUnavailable('folder', 'the mailbox has no such folder');
  });
}

async function* lettersAfter(client: ImapFlow, position: number): AsyncGenerator<WaitingLetter> {
  const found = await client.search({ uid: `${position + 1}:*` }, { uid: true });
  if (!found) throw new InboxUnavailable('connection', 'the mailbox stopped answering: no list');
  // `*` is the last letter even when it is before the range.
  const uids = found.filter((uid) => uid > position).sort((one, other) => one - other);
  for (let at = 0; at < uids.length; at += fetchedAtOnce) {
    const asked = uids.slice(at, at + fetchedAtOnce);
    const query = { uid: true, size: true, headers: readHeaders };
    const letters = await client.fetchAll(asked.join(','), query, { uid: true });
    if (letters.length < asked.length) requireUsable(client);
    for (const { uid, size = 0, headers } of letters.sort((one, other) => one.uid - other.uid)) {
      yield { uid, sizeBytes: size, headers: headersOf(headers) };
    }
  }
}

/** A missing letter was removed; but the client answers a broken connection with an empty list as well. */
function requireUsable(client: ImapFlow): void {
  if (!client.usable) throw new InboxUnavailable('connection', 'the mailbox stopped answering');
}

function headersOf(block: Buffer | undefined): Headers {
  const lines = (block?.toString('utf8') ?? '').replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const values = new Map<string, string[]>();
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:\s]+)\s*:\s?(.*)$/.exec(line) ?? [];
    if (name) values.set(name.toLowerCase(), [...(values.get(name.toLowerCase()) ?? []), value]);
  }
  return (name) => values.get(name) ?? [];
}

async function* within<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* items;
  } catch (error) {
    throw lost(error);
  }
}

function reached<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error) => {
    throw lost(error);
  });
}

function lost(error: unknown): Error {
  const { code, responseStatus } = error as { code?: string; responseStatus?: string };
  const reason = responseStatus ?? code ?? 'no reason';
  return new InboxUnavailable('connection', `the mailbox stopped answering: ${reason}`);
}
