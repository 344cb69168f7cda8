import type { Database } from '../db/database.ts';
import { counter } from '../metrics.ts';
import type { Letter, LetterBrand, LetterContent } from './letter.ts';
import { saveLetter } from './mailbox-store.ts';
import { renderLetter } from './render-letter.ts';

export interface Mailer {
  send(to: string, content: LetterContent): Promise<void>;
}

export interface MailOptions {
  smtpUrl: string | undefined;
  from: string;
  senderName: string;
  /** As staff set it up; the sender's name in the product's colour without it. */
  readBrand?: () => Promise<Partial<LetterBrand>>;
  /** Lowered by tests. */
  timeouts?: typeof defaultTimeouts;
}

/**
 * A mail server that does not answer must not keep a letter's slot for long. The last one is for every answer: a server
 * that looks at a letter for half a minute before it takes it must not get it twice.
 */
const defaultTimeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 20_000,
  socketTimeout: 60_000,
};

/** Dark enough for white text: 5.4 to 1. */
const defaultColor = '#0268d0';

const letters = counter('letters_total', 'Letters by what the mail server said', ['result']);

/** Without an SMTP server e-mails go to the development mailbox. */
export function createMailer(
  db: Database,
  { smtpUrl, from, senderName, readBrand, timeouts = defaultTimeouts }: MailOptions,
): Mailer {
  const brandOf = async () => ({ name: senderName, color: defaultColor, ...(await readBrand?.()) });
  if (!smtpUrl) return { send: async (to, content) => saveLetter(db, renderLetter(to, content, await brandOf())) };
  // An alert compares the two, and a missing series compares as nothing.
  for (const result of ['sent', 'failed']) letters.inc({ result }, 0);
  // Loaded with the first letter, so that a start does not wait for it.
  const openTransport = async () => (await import('nodemailer')).createTransport({ url: smtpUrl, ...timeouts });
  let transport: ReturnType<typeof openTransport> | undefined;
  return {
    send: async (to, content) => {
      transport ??= openTransport();
      const brand = await brandOf();
      const message = { ...toMessage(renderLetter(to, content, brand)), from: { name: brand.name, address: from } };
      await (await transport).sendMail(message).catch((error) => {
        letters.inc({ result: 'failed' });
        throwWithoutAddress(error);
      });
      letters.inc({ result: 'sent' });
    },
  };
}

function toMessage({ attachments = [], logo, ...letter }: Letter) {
  const files = attachments.map(({ name, ...file }) => ({ filename: name, ...file }));
  const inline = { filename: 'logo.png', contentType: 'image/png', cid: 'logo', contentDisposition: 'inline' as const };
  return { ...letter, attachments: [...(logo ? [{ ...inline, content: logo }] : []), ...files] };
}

const connectionFailures = ['ESOCKET', 'ECONNECTION', 'ETIMEDOUT', 'EDNS', 'ETLS'];

/** Mail servers repeat the recipient in errors, and errors are logged: only parts without personal data are kept. */
function throwWithoutAddress(
  error: Error & { code?: string; responseCode?: number; command?: string; response?: string },
): never {
  const { code = 'unknown', command = 'unknown', responseCode, response = '' } = error;
  // A connection error cannot name the recipient, so its message is kept.
  if (connectionFailures.includes(code)) throw new Error(`the mail server was not reached: ${error.message}`);
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  const answered = [responseCode, enhanced].filter(Boolean).join(' ') || 'nothing';
  throw new Error(`the letter was not taken: ${code} at ${command}, the mail server answered ${answered}`);
}
