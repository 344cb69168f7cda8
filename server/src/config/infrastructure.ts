import { resolve } from 'node:path';
import { ConfigError, email, flag, integer, networks, nonEmpty, type Read, urlOf, webUrl } from './environment.ts';

export interface HttpConfig {
  port: number;
  host: string;
  publicUrl: string;
  /** No metrics without it. */
  metricsPort: number | undefined;
  trustedProxies: string[];
  /** Of each key of the operator API, in each process. */
  apiRateLimit: { hits: number; windowSeconds: number };
}

export function httpConfig(read: Read): HttpConfig {
  const port = read('PORT', 'a port number from 1 to 65535', integer(1, 65535), 3000);
  return {
    port,
    host: read('HOST', 'a host name or an IP address to listen on', nonEmpty, 'localhost'),
    publicUrl: read(
      'PUBLIC_URL',
      'the address people open, such as https://cabinet.example.ru',
      webUrl,
      `http://localhost:${port}`,
    ),
    metricsPort: read('METRICS_PORT', 'a port number from 1 to 65535', integer(1, 65535)),
    trustedProxies: read(
      'TRUSTED_PROXIES',
      'IP addresses or networks separated by commas, such as 127.0.0.1,10.0.0.0/8',
      networks,
      [],
    ),
    apiRateLimit: {
      hits: read('API_RATE_LIMIT', 'a number from 1 to 1000000', integer(1, 1_000_000), 1000),
      windowSeconds: 10,
    },
  };
}

export interface DatabaseConfig {
  databaseUrl: string | undefined;
  databasePoolSize: number;
  /** Of a process that works on jobs, beside the pool that answers requests. */
  databaseJobPoolSize: number;
  dataDir: string;
  /** Undefined where the database keeps files that people attach. */
  filesDir: string | undefined;
}

export function databaseConfig(read: Read, isProduction: boolean): DatabaseConfig {
  const databaseUrl = read(
    'DATABASE_URL',
    'a PostgreSQL address, such as postgres://user:password@host:5432/kazna',
    urlOf('postgres:', 'postgresql:'),
  );
  const isEmbedded = read('EMBEDDED_DB', '0 or 1', flag, false);
  if (isProduction && !databaseUrl && !isEmbedded) {
    throw new ConfigError(
      'DATABASE_URL is required with NODE_ENV=production, or EMBEDDED_DB=1 to keep data in DATA_DIR',
    );
  }
  const filesDir = read('FILES_DIR', 'a directory that all processes share', nonEmpty);
  return {
    filesDir: filesDir === undefined ? undefined : resolve(filesDir),
    databaseUrl,
    databasePoolSize: read('DATABASE_POOL', 'a number of connections from 2 to 200', integer(2, 200), 10),
    databaseJobPoolSize: read('DATABASE_JOB_POOL', 'a number of connections from 2 to 200', integer(2, 200), 4),
    dataDir: resolve(read('DATA_DIR', 'a directory', nonEmpty, 'var')),
  };
}

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
