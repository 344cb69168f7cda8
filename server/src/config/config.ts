import { resolve } from 'node:path';
import type { Operator } from '@kazna/contract/cabinet/info';
import { businessConfig } from './business.ts';
import { type DatabaseConfig, databaseConfig } from './database.ts';
import { type Environment, email, longText, nonEmpty, oneOf, pairs, type Read, reader } from './environment.ts';
import { type HttpConfig, httpConfig } from './http.ts';
import { type MailConfig, mailConfig } from './mail.ts';
import { type PaymentConfig, paymentConfig } from './payments.ts';
import { type ReferralConfig, referralConfig } from './referrals.ts';
import { type WebhookConfig, webhookConfig } from './webhooks.ts';

/** The environment, parsed once. Only the files of this folder read environment variables. */
export interface Config extends HttpConfig, DatabaseConfig, MailConfig, AccountConfig {
  isProduction: boolean;
  logLevel: string;
  business: Operator;
  textsDir: string;
  /** Keys of charges' metadata that customers see, with their titles. */
  shownMetadata: [key: string, title: string][];
  payments: PaymentConfig;
  referralRules: ReferralConfig;
  webhooks: WebhookConfig;
}

interface AccountConfig {
  sessionSecret: string | undefined;
  adminEmail: string;
  adminPassword: string | undefined;
}

export function parseConfig(env: Environment): Config {
  const read = reader(env);
  const isProduction =
    read('NODE_ENV', 'development, test or production', oneOf('development', 'test', 'production'), 'development') ===
    'production';
  const http = httpConfig(read);
  const { hostname } = new URL(http.publicUrl);
  return {
    isProduction,
    logLevel: read(
      'LOG_LEVEL',
      'fatal, error, warn, info, debug, trace or silent',
      oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
      'info',
    ),
    ...http,
    ...databaseConfig(read, isProduction),
    ...mailConfig(read, isProduction, hostname),
    ...accountConfig(read),
    business: businessConfig(read, hostname),
    payments: paymentConfig(read, isProduction),
    referralRules: referralConfig(read),
    webhooks: webhookConfig(read, isProduction),
    shownMetadata: read('SHOWN_METADATA', 'pairs such as order=Номер заказа, separated by commas', pairs, []),
    textsDir: resolve(
      read('TEXTS_DIR', 'a directory with the legal texts', nonEmpty, resolve(import.meta.dirname, '../../texts')),
    ),
  };
}

function accountConfig(read: Read): AccountConfig {
  return {
    sessionSecret: read('SESSION_SECRET', 'at least 32 characters', longText(32)),
    adminEmail: read('ADMIN_EMAIL', 'an e-mail', email, 'admin@kazna.local'),
    adminPassword: read('ADMIN_PASSWORD', 'from 8 to 128 characters', longText(8, 128)),
  };
}
