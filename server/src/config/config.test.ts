import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseConfig } from './config.ts';
import { ConfigError } from './environment.ts';

test('an empty environment gives defaults that start on one machine', () => {
  expect(parseConfig({})).toMatchObject({
    isProduction: false,
    port: 3000,
    host: 'localhost',
    publicUrl: 'http://localhost:3000',
    databaseUrl: undefined,
    dataDir: resolve('var'),
    logLevel: 'info',
    smtpUrl: undefined,
    hasDevelopmentMailbox: true,
    sessionSecret: undefined,
    trustedProxies: [],
    adminEmail: 'admin@kazna.local',
    adminPassword: undefined,
  });
});

test('webhooks reach inner networks only as configured, and in development this machine', () => {
  const production = { NODE_ENV: 'production', EMBEDDED_DB: '1', DEV_MAILBOX: '1', SANDBOX: '1' };
  expect(parseConfig({}).webhooks.allowedNetworks).toEqual(['127.0.0.0/8', '::1']);
  expect(parseConfig(production).webhooks.allowedNetworks).toEqual([]);
  const configured = { ...production, WEBHOOK_ALLOWED_NETWORKS: '10.0.0.0/8, fd00::/8' };
  expect(parseConfig(configured).webhooks.allowedNetworks).toEqual(['10.0.0.0/8', 'fd00::/8']);
  expect(() => parseConfig({ WEBHOOK_ALLOWED_NETWORKS: 'office' })).toThrow(ConfigError);
});

test('variables that are set are used, and empty ones count as not set', () => {
  const config = parseConfig({
    PORT: '8080',
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://cabinet.example.ru/',
    DATABASE_URL: 'postgres://kazna@db/kazna',
    SMTP_URL: 'smtps://user:secret@smtp.example.ru',
    TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,::1',
    LOG_LEVEL: '',
    DATA_DIR: '  ',
  });
  expect(config).toMatchObject({
    port: 8080,
    host: '0.0.0.0',
    publicUrl: 'https://cabinet.example.ru',
    databaseUrl: 'postgres://kazna@db/kazna',
    hasDevelopmentMailbox: false,
    mailFrom: 'noreply@cabinet.example.ru',
    trustedProxies: ['127.0.0.1', '10.0.0.0/8', '::1'],
    logLevel: 'info',
    dataDir: resolve('var'),
  });
});

test('the default public URL has the configured port', () => {
  expect(parseConfig({ PORT: '4000' }).publicUrl).toBe('http://localhost:4000');
});

function messageOf(env: Record<string, string>): string {
  try {
    parseConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  throw new Error(`${JSON.stringify(env)} was taken`);
}

describe('invalid values', () => {
  test.each([
    ['NODE_ENV', 'staging', 'development, test or production'],
    ['PORT', 'http', 'from 1 to 65535'],
    ['PORT', '0', 'from 1 to 65535'],
    ['PORT', '65536', 'from 1 to 65535'],
    ['PORT', '3000.5', 'from 1 to 65535'],
    ['PUBLIC_URL', 'cabinet.example.ru', 'https://cabinet.example.ru'],
    ['WEBAUTHN_RP_ID', 'example.ru', 'the host of PUBLIC_URL'],
    ['PUBLIC_URL', 'https://example.ru/cabinet', 'https://cabinet.example.ru'],
    ['DATABASE_URL', 'mysql://db/kazna', 'a PostgreSQL address'],
    ['DATABASE_POOL', '1', 'from 2 to 200'],
    ['DATABASE_JOB_POOL', '1', 'from 2 to 200'],
    ['SMTP_URL', 'smtp.example.ru', 'an SMTP server'],
    ['MAIL_FROM', 'noreply', 'e-mail'],
    ['DEV_MAILBOX', 'yes', '0 or 1'],
    ['EMBEDDED_DB', 'true', '0 or 1'],
    ['LOG_LEVEL', 'verbose', 'fatal, error, warn, info, debug, trace or silent'],
    ['SESSION_SECRET', 'short', 'at least 32 characters'],
    ['TRUSTED_PROXIES', 'proxy.local', 'IP addresses or networks'],
    ['TRUSTED_PROXIES', '10.0.0.0/33', 'IP addresses or networks'],
    ['TRUSTED_PROXIES', '10.0.0.1,,10.0.0.2', 'IP addresses or networks'],
    ['ADMIN_EMAIL', 'admin', 'an e-mail'],
    ['ADMIN_PASSWORD', 'short', 'from 8 to 128 characters'],
    ['OPERATOR_EMAIL', 'support', 'e-mail'],
  ])('%s=%s is refused with one line that names the variable and its format', (name, value, takes) => {
    const message = messageOf({ [name]: value });
    expect(message.startsWith(`${name} takes `)).toBe(true);
    expect(message).toContain(takes);
    expect(message).not.toContain('\n');
  });

  test.each(['DATABASE_URL', 'SMTP_URL', 'SESSION_SECRET', 'ADMIN_PASSWORD'])(
    'an invalid %s is not repeated in the error',
    (name) => {
      expect(messageOf({ [name]: 'тайна' })).not.toContain('тайна');
    },
  );
});

describe('production', () => {
  const production = { NODE_ENV: 'production', SANDBOX: '1' };
  const database = { DATABASE_URL: 'postgres://db/kazna' };
  const mail = { SMTP_URL: 'smtp://mail' };

  test('production refuses to start without a database, unless the embedded one is chosen', () => {
    expect(messageOf({ ...production, ...mail })).toMatch(/^DATABASE_URL is required .*EMBEDDED_DB=1/);
    expect(messageOf({ ...production, ...mail, EMBEDDED_DB: '0' })).toContain('DATABASE_URL');
    expect(parseConfig({ ...production, ...mail, EMBEDDED_DB: '1' }).databaseUrl).toBeUndefined();
  });

  test('production refuses to start without a mail server, unless the open mailbox is chosen', () => {
    expect(messageOf({ ...production, ...database })).toMatch(/^SMTP_URL is required .*DEV_MAILBOX=1/);
    expect(parseConfig({ ...production, ...database, DEV_MAILBOX: '1' }).hasDevelopmentMailbox).toBe(true);
  });

  test('production refuses to start without keys of the payment provider, unless the sandbox is chosen', () => {
    const env = { ...production, ...database, ...mail };
    expect(messageOf({ ...env, SANDBOX: '0' })).toMatch(/^YOOKASSA_SHOP_ID .*required .*SANDBOX=1/);
    expect(parseConfig(env).isProduction).toBe(true);
  });

  test('production with a mail server has no open mailbox', () => {
    expect(parseConfig({ ...production, ...database, ...mail }).hasDevelopmentMailbox).toBe(false);
  });
});

describe('the mailbox of answers', () => {
  const url = 'imaps://answers%40example.ru:p%2Fw@imap.example.ru/Inbox%2FAnswers';

  test('an address of the mailbox says server, user, folder and the address of answers', () => {
    expect(parseConfig({}).inbox).toBeNull();
    const server = {
      host: 'imap.example.ru',
      port: 993,
      isEncrypted: true,
      user: 'answers@example.ru',
      password: 'p/w',
    };
    const expected = { ...server, folder: 'Inbox/Answers', address: 'answers@example.ru' };
    expect(parseConfig({ INBOX_IMAP_URL: url }).inbox).toEqual(expected);
    const plain = parseConfig({ INBOX_IMAP_URL: 'imap://robot:p@localhost:1143', INBOX_ADDRESS: 'Answers@Example.ru' });
    expect(plain.inbox).toMatchObject({
      port: 1143,
      isEncrypted: false,
      folder: 'INBOX',
      address: 'answers@example.ru',
    });
  });

  test.each([
    ['https://imap.example.ru', /^INBOX_IMAP_URL takes a mailbox/],
    ['imaps://imap.example.ru', /takes a user, a password/],
    ['imaps://robot:p@imap.example.ru', /^INBOX_ADDRESS is required/],
    ['imaps://a%40b.ru:100%@imap.example.ru', /%25/],
    [`imaps://${'a'.repeat(29)}%40b.ru:p@imap.example.ru`, /at most 28 characters/],
  ])('%s is refused without repeating it', (address, expected) => {
    const message = messageOf({ INBOX_IMAP_URL: address });
    expect(message).toMatch(expected);
    expect(message).not.toContain(address);
  });
});

describe('sign-in by providers', () => {
  test('providers are configured whole or not at all, and an issuer is reached safely in production', () => {
    expect(parseConfig({}).externalSignIn).toEqual({ yandex: null, vk: null, oidc: null });
    const oidc = { OIDC_ISSUER: 'https://id.example.ru', OIDC_CLIENT_ID: 'kazna', OIDC_CLIENT_SECRET: 'secret' };
    expect(parseConfig({ ...oidc, OIDC_NAME: 'Ромашка ID' }).externalSignIn.oidc).toEqual({
      issuer: 'https://id.example.ru',
      clientId: 'kazna',
      clientSecret: 'secret',
      name: 'Ромашка ID',
    });
    for (const name of Object.keys(oidc)) {
      expect(() => parseConfig({ ...oidc, [name]: '' })).toThrow(ConfigError);
    }
    expect(() => parseConfig({ YANDEX_ID_CLIENT_ID: 'kazna' })).toThrow(/go together/);
    expect(() => parseConfig({ VK_ID_CLIENT_SECRET: 'secret' })).toThrow(/go together/);
    const production = { NODE_ENV: 'production', EMBEDDED_DB: '1', DEV_MAILBOX: '1', SANDBOX: '1' };
    expect(() => parseConfig({ ...production, ...oidc, OIDC_ISSUER: 'http://id.example.ru' })).toThrow(/OIDC_ISSUER/);
  });
});
