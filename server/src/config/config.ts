import { resolve } from 'node:path';
import type { Operator } from '@kazna/contract/cabinet/info';
import { type DadataConfig, dadataConfig } from './dadata.ts';
import {
  type Environment,
  email,
  flag,
  integer,
  longText,
  networks,
  nonEmpty,
  oneOf,
  type Parser,
  pairs,
  type Read,
  reader,
} from './environment.ts';
import { type ExternalSignInConfig, externalSignInConfig } from './external-sign-in.ts';
import { type InboxConfig, inboxConfig } from './inbox.ts';
import {
  type DatabaseConfig,
  databaseConfig,
  type HttpConfig,
  httpConfig,
  type MailConfig,
  mailConfig,
} from './infrastructure.ts';
import { type MaxConfig, maxConfig } from './max.ts';
import { localNetworks } from './network.ts';
import { type PaymentConfig, paymentConfig } from './payments.ts';

/** The environment, parsed once. Only the files of this folder read environment variables. */
export interface Config extends HttpConfig, DatabaseConfig, MailConfig, AccountConfig {
  isProduction: boolean;
  logLevel: string;
  business: Operator;
  textsDir: string;
  /** Keys of charges' metadata that customers see, with their titles. */
  shownMetadata: [key: string, title: string][];
  payments: PaymentConfig;
  externalSignIn: ExternalSignInConfig;
  max: MaxConfig | null;
  dadata: DadataConfig | null;
  inbox: InboxConfig | null;
  referralRules: ReferralConfig;
  webhooks: WebhookConfig;
}

interface AccountConfig {
  sessionSecret: string | undefined;
  adminEmail: string;
  adminPassword: string | undefined;
  /** The domain that passkeys belong to: that of PUBLIC_URL, or one above it. */
  passkeyRpId: string;
  /** The admin area is open only to sessions that have proved a code or a passkey. */
  staffNeedSecondFactor: boolean;
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
    ...accountConfig(read, hostname, isProduction),
    business: businessConfig(read, hostname),
    payments: paymentConfig(read, isProduction),
    externalSignIn: externalSignInConfig(read, isProduction),
    max: maxConfig(read),
    dadata: dadataConfig(read),
    inbox: inboxConfig(read),
    referralRules: referralConfig(read),
    webhooks: webhookConfig(read, isProduction),
    shownMetadata: read('SHOWN_METADATA', 'pairs such as order=Номер заказа, separated by commas', pairs, []),
    textsDir: resolve(
      read('TEXTS_DIR', 'a directory with the legal texts', nonEmpty, resolve(import.meta.dirname, '../../texts')),
    ),
  };
}

function accountConfig(read: Read, hostname: string, isProduction: boolean): AccountConfig {
  const isDomainOf: Parser<string> = (text) => (hostname === text || hostname.endsWith(`.${text}`) ? text : undefined);
  return {
    passkeyRpId: read('WEBAUTHN_RP_ID', 'the host of PUBLIC_URL or a domain above it', isDomainOf, hostname),
    staffNeedSecondFactor: read('STAFF_SECOND_FACTOR', '0 or 1', flag, isProduction),
    sessionSecret: read('SESSION_SECRET', 'at least 32 characters', longText(32)),
    adminEmail: read('ADMIN_EMAIL', 'an e-mail', email, 'admin@kazna.local'),
    adminPassword: read('ADMIN_PASSWORD', 'from 8 to 128 characters', longText(8, 128)),
  };
}

/** The business that runs the installation. Its variables keep the prefix of the first release. */
function businessConfig(read: Read, hostname: string): Operator {
  return {
    name: read('OPERATOR_NAME', 'the name of the business that runs the cabinet', nonEmpty, 'Казна'),
    email: read('OPERATOR_EMAIL', 'the e-mail of its support', email, `support@${hostname}`),
    phone: read('OPERATOR_PHONE', 'its phone', nonEmpty) ?? null,
    inn: read('OPERATOR_INN', 'its ИНН', nonEmpty) ?? null,
    ogrn: read('OPERATOR_OGRN', 'its ОГРН or ОГРНИП', nonEmpty) ?? null,
    address: read('OPERATOR_ADDRESS', 'its address', nonEmpty) ?? null,
  };
}

interface ReferralConfig {
  percent: number;
  capMinor: number;
  delayDays: number;
}

function referralConfig(read: Read): ReferralConfig {
  return {
    percent: read('REFERRAL_PERCENT', 'a whole percentage from 0 to 100', integer(0, 100), 10),
    capMinor: read('REFERRAL_CAP', 'the most of one bonus, in kopecks', integer(0, 100_000_000), 100_000),
    delayDays: read('REFERRAL_HOLD_DAYS', 'days before a bonus is credited, from 0 to 365', integer(0, 365), 14),
  };
}

interface WebhookConfig {
  /** Networks inside that webhooks may reach, unencrypted too. */
  allowedNetworks: string[];
  /** After it, what a killed worker was sending is sent again. Longer than any attempt takes. */
  leaseSeconds: number;
}

/** In development a receiver on the same machine is what people try first. */
function webhookConfig(read: Read, isProduction: boolean): WebhookConfig {
  return {
    allowedNetworks: read(
      'WEBHOOK_ALLOWED_NETWORKS',
      'IP addresses or networks separated by commas',
      networks,
      isProduction ? [] : localNetworks,
    ),
    leaseSeconds: read('WEBHOOK_LEASE_SECONDS', 'a number from 20 to 600', integer(20, 600), 60),
  };
}
