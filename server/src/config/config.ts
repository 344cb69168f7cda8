import { resolve } from 'node:path';
import type { Operator } from '@kazna/contract/cabinet/info';
import { type Currency, currencies } from '@kazna/contract/shared/money';
import {
  ConfigError,
  type Environment,
  email,
  flag,
  integer,
  longText,
  networks,
  nonEmpty,
  oneOf,
  type Parser,
  type Read,
  reader,
  secondsList,
  urlOf,
  webUrl,
} from './environment.ts';

/** The environment, parsed once. Every variable of the product is named here and nowhere else. */
export interface Config {
  isProduction: boolean;
  port: number;
  host: string;
  publicUrl: string;
  databaseUrl: string | undefined;
  databasePoolSize: number;
  dataDir: string;
  logLevel: string;
  smtpUrl: string | undefined;
  mailFrom: string;
  hasDevelopmentMailbox: boolean;
  sessionSecret: string | undefined;
  trustedProxies: string[];
  adminEmail: string;
  adminPassword: string | undefined;
  operator: Operator;
  textsDir: string;
  payments: PaymentConfig;
  referralRules: { percent: number; capMinor: number; holdDays: number };
}

interface PaymentConfig {
  currencies: Currency[];
  /** Null: payments run on the sandbox that the server itself holds at /sandbox. */
  yookassa: { shopId: string; secretKey: string; apiUrl: string } | null;
  vatCode: number;
  taxSystemCode: number | undefined;
  notificationSecret: string | undefined;
  notificationNetworks: string[];
  /** Between questions to the provider about one payment, in seconds. */
  pauses: number[];
  /** How many payments one person may start in an hour. */
  perHour: number;
}

export function parseConfig(env: Environment): Config {
  const read = reader(env);
  const isProduction =
    read('NODE_ENV', 'development, test or production', oneOf('development', 'test', 'production'), 'development') ===
    'production';
  const port = read('PORT', 'a port number from 1 to 65535', integer(1, 65535), 3000);
  const host = read('HOST', 'a host name or an IP address to listen on', nonEmpty, 'localhost');
  const publicUrl = read(
    'PUBLIC_URL',
    'the address people open, such as https://cabinet.example.ru',
    webUrl,
    `http://localhost:${port}`,
  );
  const databaseUrl = read(
    'DATABASE_URL',
    'a PostgreSQL address, such as postgres://user:password@host:5432/kazna',
    urlOf('postgres:', 'postgresql:'),
  );
  const smtpUrl = read(
    'SMTP_URL',
    'an SMTP server, such as smtps://user:password@smtp.example.ru',
    urlOf('smtp:', 'smtps:'),
  );
  const wantsMailbox = read('DEV_MAILBOX', '0 or 1', flag, false);
  const wantsEmbedded = read('EMBEDDED_DB', '0 or 1', flag, false);
  if (isProduction && !databaseUrl && !wantsEmbedded) {
    throw new ConfigError(
      'DATABASE_URL is required with NODE_ENV=production, or EMBEDDED_DB=1 to keep data in DATA_DIR',
    );
  }
  if (isProduction && !smtpUrl && !wantsMailbox) {
    throw new ConfigError(
      'SMTP_URL is required with NODE_ENV=production, or DEV_MAILBOX=1 to keep letters in the open mailbox at /dev/mail',
    );
  }
  const payments = paymentConfig(read);
  if (isProduction && !payments.yookassa && !read('SANDBOX', '0 or 1', flag, false)) {
    throw new ConfigError(
      'YOOKASSA_SHOP_ID and YOOKASSA_SECRET_KEY are required with NODE_ENV=production, or SANDBOX=1 to take no real money',
    );
  }
  return {
    isProduction,
    port,
    host,
    publicUrl,
    databaseUrl,
    databasePoolSize: read('DATABASE_POOL', 'a number of connections from 2 to 200', integer(2, 200), 10),
    dataDir: resolve(read('DATA_DIR', 'a directory', nonEmpty, 'var')),
    logLevel: read(
      'LOG_LEVEL',
      'fatal, error, warn, info, debug, trace or silent',
      oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
      'info',
    ),
    smtpUrl,
    mailFrom: read('MAIL_FROM', 'the e-mail that letters come from', email, `noreply@${new URL(publicUrl).hostname}`),
    hasDevelopmentMailbox: !smtpUrl,
    sessionSecret: read('SESSION_SECRET', 'at least 32 characters', longText(32)),
    trustedProxies: read(
      'TRUSTED_PROXIES',
      'IP addresses or networks separated by commas, such as 127.0.0.1,10.0.0.0/8',
      networks,
      [],
    ),
    adminEmail: read('ADMIN_EMAIL', 'an e-mail', email, 'admin@kazna.local'),
    adminPassword: read('ADMIN_PASSWORD', 'from 8 to 128 characters', longText(8, 128)),
    operator: operatorConfig(read, new URL(publicUrl).hostname),
    payments,
    referralRules: referralConfig(read),
    textsDir: resolve(
      read('TEXTS_DIR', 'a directory with the legal texts', nonEmpty, resolve(import.meta.dirname, '../../texts')),
    ),
  };
}

function referralConfig(read: Read): Config['referralRules'] {
  return {
    percent: read('REFERRAL_PERCENT', 'a whole percentage from 0 to 100', integer(0, 100), 10),
    capMinor: read('REFERRAL_CAP', 'the most of one bonus, in kopecks', integer(0, 100_000_000), 100_000),
    holdDays: read('REFERRAL_HOLD_DAYS', 'days before a bonus is credited, from 0 to 365', integer(0, 365), 14),
  };
}

function operatorConfig(read: Read, hostname: string): Operator {
  return {
    name: read('OPERATOR_NAME', 'the name of the business that runs the cabinet', nonEmpty, 'Казна'),
    email: read('OPERATOR_EMAIL', 'the e-mail of its support', email, `support@${hostname}`),
    phone: read('OPERATOR_PHONE', 'its phone', nonEmpty) ?? null,
    inn: read('OPERATOR_INN', 'its ИНН', nonEmpty) ?? null,
    ogrn: read('OPERATOR_OGRN', 'its ОГРН or ОГРНИП', nonEmpty) ?? null,
    address: read('OPERATOR_ADDRESS', 'its address', nonEmpty) ?? null,
  };
}

/** The addresses that YooKassa says its notifications come from. */
const yookassaNetworks = [
  '185.71.76.0/27',
  '185.71.77.0/27',
  '77.75.153.0/25',
  '77.75.154.128/25',
  '77.75.156.11',
  '77.75.156.35',
  '2a02:5180::/32',
];
const ownNetworks = ['127.0.0.0/8', '::1'];
/** Quick at first, once an hour in the end. */
const providerPauses = [15, 30, 60, 120, 300, 600, 1200, 1800, 3600];

function paymentConfig(read: Read): PaymentConfig {
  const shopId = read('YOOKASSA_SHOP_ID', "the shop's number", nonEmpty);
  const secretKey = read('YOOKASSA_SECRET_KEY', "the shop's secret key", nonEmpty);
  if (Boolean(shopId) !== Boolean(secretKey)) {
    throw new ConfigError('YOOKASSA_SHOP_ID and YOOKASSA_SECRET_KEY go together: set both or none');
  }
  const apiUrl = read(
    'YOOKASSA_API_URL',
    'the address of the API, such as https://api.yookassa.ru/v3',
    urlOf('https:', 'http:'),
    'https://api.yookassa.ru/v3',
  );
  const yookassa = shopId && secretKey ? { shopId, secretKey, apiUrl } : null;
  return {
    yookassa,
    currencies: read('PAYMENT_CURRENCIES', `some of ${currencies.join(', ')} separated by commas`, currencyList, [
      'RUB',
    ]),
    vatCode: read('VAT_CODE', 'a number from 1 to 12, as in 54-ФЗ receipts', integer(1, 12), 1),
    taxSystemCode: read('TAX_SYSTEM_CODE', 'a number from 1 to 6', integer(1, 6)),
    notificationSecret: read('NOTIFICATION_SECRET', 'at least 16 characters', longText(16)),
    notificationNetworks: read(
      'NOTIFICATION_NETWORKS',
      'IP addresses or networks separated by commas',
      networks,
      yookassa ? yookassaNetworks : ownNetworks,
    ),
    pauses: read('PAYMENT_PAUSES', 'seconds separated by commas, such as 15,30,60', secondsList, providerPauses),
    perHour: read('PAYMENTS_PER_HOUR', 'a number from 1 to 1000000', integer(1, 1_000_000), 300),
  };
}

const currencyList: Parser<Currency[]> = (text) => {
  const words = text.split(',').map((word) => word.trim());
  const known = currencies.filter((currency) => words.includes(currency));
  return known.length === words.length ? known : undefined;
};
