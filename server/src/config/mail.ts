import { ConfigError, email, flag, type Read, urlOf } from './environment.ts';

export interface MailConfig {
  smtpUrl: string | undefined;
  mailFrom: string;
  hasDevelopmentMailbox: boolean;
}

export function mailConfig(read: Read, isProduction: boolean, hostname: string): MailConfig {
  const smtpUrl = read(
    'SMTP_URL',
    'an SMTP server, such as smtps://user:password@smtp.example.ru',
    urlOf('smtp:', 'smtps:'),
  );
  const isMailboxAllowed = read('DEV_MAILBOX', '0 or 1', flag, false);
  if (isProduction && !smtpUrl && !isMailboxAllowed) {
    throw new ConfigError(
      'SMTP_URL is required with NODE_ENV=production, or DEV_MAILBOX=1 to keep letters in the open mailbox at /dev/mail',
    );
  }
  return {
    smtpUrl,
    mailFrom: read('MAIL_FROM', 'the e-mail that letters come from', email, `noreply@${hostname}`),
    hasDevelopmentMailbox: !smtpUrl,
  };
}
