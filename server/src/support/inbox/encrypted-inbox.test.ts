import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { type ImapServer, startImapServer } from '../../../tests/support/imap-server.ts';
import { selfSignedCertificate } from '../../../tests/support/self-signed.ts';
import { parseConfig } from '../../config/config.ts';
import { openInbox } from './open-inbox.ts';

const certificate = selfSignedCertificate();
const known = getCACertificates('default');
let imap: ImapServer | undefined;
afterEach(() => {
  setDefaultCACertificates(known);
  imap?.close();
});

const trust = () => setDefaultCACertificates([...known, certificate.cert]);
/** Names the machine so that the product does not take it for itself: there a password may go unencrypted. */
const elsewhere = (url: string) => url.replace('127.0.0.1', 'LOCALHOST');

async function sizesAt(url: string): Promise<number[]> {
  const { inbox: config } = parseConfig({ INBOX_IMAP_URL: url });
  if (!config) throw new Error('no mailbox');
  const inbox = await openInbox(config);
  const sizes: number[] = [];
  for await (const { sizeBytes } of inbox.after(0)) sizes.push(sizeBytes);
  await inbox.close();
  return sizes;
}

test.each([
  ['over TLS from the first byte', 'start'],
  ['over STARTTLS', 'STARTTLS'],
] as const)('a mailbox whose certificate is trusted is read %s', async (_, from) => {
  imap = await startImapServer({ ...certificate, from });
  imap.deliver(Buffer.from('Subject: Re\r\n\r\nСпасибо'));
  trust();
  expect(await sizesAt(elsewhere(imap.url))).toEqual([29]);
  expect(imap.commands.includes('STARTTLS')).toBe(from === 'STARTTLS');
});

test.each(['start', 'STARTTLS'] as const)(
  'a mailbox whose certificate nobody signed is sent no password (encrypted from %s)',
  async (from) => {
    imap = await startImapServer({ ...certificate, from });
    await expect(sizesAt(elsewhere(imap.url))).rejects.toMatchObject({ fault: 'connection' });
    expect(imap.commands).not.toContain('LOGIN');
  },
);

test('a mailbox on another machine that offers no encryption is sent no password', async () => {
  imap = await startImapServer();
  await expect(sizesAt(elsewhere(imap.url))).rejects.toMatchObject({ fault: 'connection' });
  expect(imap.commands).not.toContain('LOGIN');
});
