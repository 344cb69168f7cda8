import { dismissSetup, getSetup } from '@kazna/contract/admin/setup';
import { expect, test } from 'vitest';
import { appForThisFile } from '../../tests/support/app-for-file.ts';
import { ensureBusiness } from '../../tests/support/business.ts';
import { newKey } from '../../tests/support/keys.ts';
import { newPayer, plantPaidTopUp } from '../../tests/support/payments.ts';
import { plantTariff } from '../../tests/support/services.ts';
import { newStaff } from '../../tests/support/staff.ts';
import { type Config, parseConfig } from '../config/config.ts';
import type { Environment } from '../config/environment.ts';
import { sql } from '../platform/db/sql.ts';
import { jobKinds } from '../worker.ts';
import { type Circumstances, checkConfiguration } from './check-configuration.ts';
import { inboxKind, letterKinds, readFacts } from './setup-store.ts';

const app = appForThisFile();

const calm: Circumstances = {
  ...{ scheduleSeconds: 20, oldestJobSeconds: 0, failedLetters: 0, silentProviders: [], hasLocalAdmin: false },
  ...{ clockSkewMs: 0, inboxFails: false, tax: { regime: 'usn' } },
};

const sound = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://cabinet.example.ru',
  TRUSTED_PROXIES: '127.0.0.1',
  DATABASE_URL: 'postgres://kazna:verysecret@localhost/kazna',
  SESSION_SECRET: 'a secret of at least thirty-two characters',
  SMTP_URL: 'smtps://user:verysecret@smtp.example.ru',
  YOOKASSA_SHOP_ID: '100500',
  YOOKASSA_SECRET_KEY: 'live_verysecret',
  RECEIPTS: '1',
  INBOX_IMAP_URL: 'imaps://answers%40example.ru:verysecret@imap.example.ru',
  METRICS_PORT: '9464',
  OPERATOR_PHONE: '+7 495 123-45-67',
  OPERATOR_INN: '7707083893',
  OPERATOR_OGRN: '1027700132195',
  OPERATOR_ADDRESS: 'Москва',
};

function faults(env: Record<string, string | undefined>, circumstances: Partial<Circumstances> = {}): string[] {
  const given = Object.entries({ ...sound, ...env }).filter(([, value]) => value !== undefined);
  const config: Config = parseConfig(Object.fromEntries(given) as Environment);
  return checkConfiguration(config, { ...calm, ...circumstances })
    .filter(({ level }) => level !== 'ok')
    .map(({ level, part }) => `${level} ${part}`);
}

test('a sound configuration has no faults', () => {
  expect(faults({})).toEqual([]);
});

test.each<[string[], Record<string, string | undefined>, Partial<Circumstances>?]>([
  [['error Адрес кабинета'], { PUBLIC_URL: 'http://cabinet.example.ru' }],
  [['error Адрес кабинета'], { NODE_ENV: 'development', PUBLIC_URL: 'http://localhost:3000' }],
  [['error Прокси'], { TRUSTED_PROXIES: undefined }],
  [['warning Секрет сеансов'], { SESSION_SECRET: undefined }],
  [['error Почта'], { SMTP_URL: undefined, DEV_MAILBOX: '1' }],
  [['error Почта'], {}, { failedLetters: 2 }],
  [['error Ответы на письма'], {}, { inboxFails: true }],
  [['warning Ответы на письма'], { INBOX_IMAP_URL: undefined }],
  [['error Приём платежей'], { YOOKASSA_SHOP_ID: undefined, YOOKASSA_SECRET_KEY: undefined, SANDBOX: '1' }],
  [['warning Уведомления платёжной системы'], {}, { silentProviders: ['yookassa'] }],
  [['warning Чеки по 54-ФЗ'], { RECEIPTS: '0' }],
  [['error Чеки по 54-ФЗ'], {}, { tax: undefined }],
  [[], { VAT_CODE: '1' }, { tax: undefined }],
  [['error Обработчик заданий'], {}, { scheduleSeconds: null }],
  [['error Обработчик заданий'], {}, { scheduleSeconds: 7200 }],
  [['warning Обработчик заданий'], {}, { oldestJobSeconds: 700 }],
  [['warning Часы'], {}, { clockSkewMs: 5000 }],
  [['error Часы'], {}, { clockSkewMs: 60_000 }],
  [['error Вход сотрудников'], { STAFF_SECOND_FACTOR: '0' }],
  [['warning Вход сотрудников'], {}, { hasLocalAdmin: true }],
  [['warning Контакты'], { OPERATOR_INN: undefined }],
  [['warning Вебхуки'], { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' }],
  [['warning Показатели'], { METRICS_PORT: undefined }],
])('the check of the configuration finds %j', (expected, env, circumstances) => {
  expect(faults(env, circumstances)).toEqual(expected);
});

test('the check says errors first and shows no secret', () => {
  const config = parseConfig({ ...sound, METRICS_PORT: '', TRUSTED_PROXIES: '' } as Environment);
  const checks = checkConfiguration(config, { ...calm, failedLetters: 1 });
  const levels = checks.map(({ level }) => level);
  expect(levels.lastIndexOf('error')).toBeLessThan(levels.indexOf('warning'));
  expect(JSON.stringify(checks)).not.toMatch(/verysecret|thirty-two/);
});

test('kinds of letters that the check counts exist', () => {
  expect([...letterKinds, inboxKind].filter((kind) => !jobKinds.some(({ name }) => name === kind))).toEqual([]);
});

test('first steps of the installation are ticked by what is true, and dismissed for good by each administrator', async () => {
  const [admin, other] = [await newStaff(app, 'admin'), await newStaff(app, 'admin')];
  const done = async () =>
    (await app.call(getSetup, {}, admin)).body.steps.filter(({ isDone }) => isDone).map(({ step }) => step);
  expect(await done()).toEqual([]);
  await ensureBusiness(app);
  await plantTariff(app.db);
  await newKey(app);
  expect(await done()).toEqual(['requisites', 'tax', 'tariff', 'key']);
  expect((await app.call(dismissSetup, {}, admin)).status).toBe(204);
  expect((await app.call(getSetup, {}, admin)).body.steps).toEqual([]);
  expect((await app.call(getSetup, {}, other)).body.steps).not.toEqual([]);
});

test('the check counts letters that were not accepted and names a provider that notifies of nothing', async () => {
  const facts = () => readFacts(app.db, ['yookassa', 'tbank']);
  expect(await facts()).toMatchObject({ failedLetters: 0, silentProviders: [] });
  const payer = await newPayer(app);
  await plantPaidTopUp(app, payer);
  await app.db.query(sql`update payments set provider = 'yookassa' where organization_id = ${payer.organizationId}`);
  await app.db.query(sql`
    insert into pgboss.job (id, name, data, state, retry_limit, retry_count, completed_on)
    values (gen_random_uuid(), 'account-news', '{}', 'failed', 1, 1, now())`);
  expect(await facts()).toMatchObject({ failedLetters: 1, silentProviders: ['yookassa'] });
  await app.db.query(sql`
    insert into provider_notifications (provider, event, object_id) values ('yookassa', 'payment', 'one')`);
  expect(await facts()).toMatchObject({ silentProviders: [] });
});

test('the clock of the database and of the server are compared', async () => {
  const { checks } = (await app.call(getSetup, {}, await newStaff(app, 'admin'))).body;
  expect(checks.find(({ part }) => part === 'Часы')).toMatchObject({ level: 'ok' });
});
