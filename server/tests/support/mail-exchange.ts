import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createTransport, type SendMailOptions } from 'nodemailer';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { type ImapServer, startImapServer } from './imap-server.ts';

export const inboxAddress = 'answers@kazna.example.ru';

interface Delivered {
  to: string[];
  raw: Buffer;
  mail: Email;
}

export interface MailExchange {
  imap: ImapServer;
  /** Of the product that writes and reads. */
  env: Record<string, string>;
  /** Waits for a letter of the product, the `nth` whose subject has the text. */
  received(to: string, subject: string, nth?: number): Promise<Email>;
  /** As a person's mail program; resolves with the number of the letter in the mailbox, null when it went elsewhere. */
  send(letter: SendMailOptions): Promise<number | null>;
  close(): Promise<void>;
}

/** A mail server for everybody: letters to the mailbox of answers, with or without a tag, are read by IMAP. */
export async function startMailExchange(): Promise<MailExchange> {
  const imap = await startImapServer();
  const delivered: Delivered[] = [];
  const uids: (number | null)[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: async (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      const raw = Buffer.concat(chunks);
      const to = envelope.rcptTo.map(({ address }) => address);
      const [local, domain] = inboxAddress.split('@');
      const isForInbox = to.some((address) => address.startsWith(`${local}`) && address.endsWith(`@${domain}`));
      const from = envelope.mailFrom ? envelope.mailFrom.address : '';
      const path = Buffer.from(`Return-Path: <${from}>\r\n`);
      uids.push(isForInbox ? imap.deliver(Buffer.concat([path, raw])) : null);
      delivered.push({ to, raw, mail: await PostalMime.parse(raw) });
      done();
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  const transport = createTransport({ url, ignoreTLS: true });
  return {
    imap,
    env: { SMTP_URL: `${url}?ignoreTLS=true`, INBOX_IMAP_URL: imap.url, MAIL_FROM: 'noreply@kazna.example.ru' },
    received: (to, subject, nth = 1) => waitFor(delivered, to, subject, nth),
    send: async (letter) => {
      const before = uids.length;
      await transport.sendMail(letter);
      return uids[before] ?? null;
    },
    close: async () => {
      imap.close();
      transport.close();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function waitFor(delivered: Delivered[], address: string, subject: string, nth: number): Promise<Email> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const found = delivered.filter(({ to, mail }) => to.includes(address) && mail.subject?.includes(subject));
    const letter = found[nth - 1];
    if (letter) return letter.mail;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`no letter «${subject}» to ${address}`);
}
