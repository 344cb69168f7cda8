import type { TaxPeriod } from '@kazna/contract/admin/business';
import { providerTitle } from '@kazna/contract/admin/providers';
import type { SetupCheck } from '@kazna/contract/admin/setup';
import type { Config } from '../config/config.ts';
import { localNetworks } from '../config/network.ts';
import { takesRealMoney } from '../payments/providers/open-provider.ts';
import type { Facts } from './setup-store.ts';

type Level = SetupCheck['level'];
type Row = [level: Level, text: string, advice?: string];

export interface Circumstances extends Omit<Facts, 'hasTariff' | 'hasKey' | 'now'> {
  clockSkewMs: number;
  /** Of the business today; undefined until staff said it. */
  tax: Pick<TaxPeriod, 'regime'> | undefined;
}

const order: readonly Level[] = ['error', 'warning', 'ok'];

/** Names variables, never their values. What cannot be known, such as backups, is not spoken of. */
export function checkConfiguration(config: Config, circumstances: Circumstances): SetupCheck[] {
  const rows: [part: string, row: Row | null][] = [
    ['Адрес кабинета', addressRow(config)],
    ['Прокси', proxyRow(config)],
    ['Секрет сеансов', secretRow(config)],
    ['Почта', mailRow(config, circumstances)],
    ['Ответы на письма', inboxRow(config, circumstances)],
    ['Приём платежей', paymentsRow(config)],
    ['Уведомления платёжной системы', notificationsRow(circumstances)],
    ['Чеки по 54-ФЗ', receiptsRow(config, circumstances)],
    ['Обработчик заданий', workerRow(circumstances)],
    ['Часы', clockRow(circumstances)],
    ['Вход сотрудников', staffRow(config, circumstances)],
    ['Контакты', contactsRow(config)],
    ['Вебхуки', webhooksRow(config)],
    ['Показатели', metricsRow(config)],
  ];
  return rows
    .flatMap(([part, row]) => (row ? [{ part, level: row[0], text: row[1], advice: row[2] ?? null }] : []))
    .toSorted((one, other) => order.indexOf(one.level) - order.indexOf(other.level));
}

function addressRow({ isProduction, publicUrl, payments }: Config): Row {
  if (publicUrl.startsWith('https:')) return ['ok', 'Кабинет открывают по https'];
  if (isProduction) {
    const text = 'Кабинет открывают без шифрования: пароли и сеансы можно перехватить';
    return ['error', text, 'Поставьте перед Казной прокси с сертификатом и задайте PUBLIC_URL с https://.'];
  }
  if (takesRealMoney({ payments })) {
    return [
      'error',
      'Настоящие деньги принимает запуск для разработки',
      'Задайте NODE_ENV=production и PUBLIC_URL с https://.',
    ];
  }
  return [
    'warning',
    'Это запуск для разработки',
    'Перед приёмом клиентов задайте NODE_ENV=production и PUBLIC_URL с https://.',
  ];
}

/** Казна itself speaks no TLS, so behind https there is always a proxy. */
function proxyRow({ publicUrl, trustedProxies }: Config): Row | null {
  if (!publicUrl.startsWith('https:')) return null;
  if (trustedProxies.length > 0) return ['ok', 'Адреса посетителей приходят от прокси'];
  const text = 'Для Казны все посетители приходят с одного адреса и делят его ограничения входа';
  return ['error', text, 'Назовите адрес прокси в TRUSTED_PROXIES, например 127.0.0.1.'];
}

function secretRow({ isProduction, sessionSecret }: Config): Row {
  if (sessionSecret) return ['ok', 'Секрет хранится отдельно от базы'];
  const text = 'Секрет лежит в самой базе: с её копией можно войти за любого';
  const advice =
    'Задайте SESSION_SECRET, не меньше 32 знаков, и храните вместе с резервными копиями. Все войдут заново.';
  return [isProduction ? 'warning' : 'ok', text, isProduction ? advice : undefined];
}

function mailRow({ isProduction, smtpUrl }: Config, { failedLetters }: Circumstances): Row {
  if (!smtpUrl) {
    const text = 'Письма людям не уходят: они остаются на странице /dev/mail';
    return [isProduction ? 'error' : 'warning', text, 'Задайте SMTP_URL и MAIL_FROM.'];
  }
  if (failedLetters > 0) {
    const text = `Почтовый сервер не принял писем: ${failedLetters}`;
    return [
      'error',
      text,
      'Проверьте SMTP_URL и MAIL_FROM. Причины и повтор стоят в сводке, в «Невыполненных заданиях».',
    ];
  }
  return ['ok', 'Письма уходят людям'];
}

function inboxRow({ isProduction, smtpUrl, inbox }: Config, { inboxFails }: Circumstances): Row | null {
  if (inbox && inboxFails) {
    return ['error', 'Ящик с ответами клиентов не читается', 'Проверьте INBOX_IMAP_URL: сервер, имя и пароль.'];
  }
  if (inbox) return ['ok', 'Становятся сообщениями обращений'];
  if (!isProduction || !smtpUrl) return null;
  const text = 'Ответы клиентов на письма об обращениях никто не прочтёт';
  return ['warning', text, 'Задайте INBOX_IMAP_URL, и они станут сообщениями обращений.'];
}

function paymentsRow({ isProduction, payments }: Config): Row {
  if (takesRealMoney({ payments })) return ['ok', 'Платежи принимает настоящая касса'];
  const advice = 'Задайте YOOKASSA_SHOP_ID и YOOKASSA_SECRET_KEY или TBANK_TERMINAL_KEY и TBANK_PASSWORD.';
  return [isProduction ? 'error' : 'warning', 'Платежи принимает тестовая касса: деньги ненастоящие', advice];
}

function notificationsRow({ silentProviders }: Circumstances): Row {
  if (silentProviders.length === 0) return ['ok', 'Доходят'];
  const names = silentProviders.map(providerTitle).join(', ');
  const addresses = silentProviders.map((name) => `PUBLIC_URL/api/webhooks/${name}`).join(', ');
  const text = `За три дня есть оплаты, а уведомлений нет: ${names}. Деньги зачисляются позже, по опросу`;
  return [
    'warning',
    text,
    `Укажите в кабинете платёжной системы адрес ${addresses}. ЮKassa за прокси узнают по NOTIFICATION_SECRET.`,
  ];
}

function receiptsRow({ payments }: Config, { tax }: Circumstances): Row | null {
  const isReal = takesRealMoney({ payments });
  if (!payments.hasReceipts) {
    if (!isReal) return null;
    return [
      'warning',
      'Казна не составляет чеков для людей',
      'Если касса подключена у платёжной системы, задайте RECEIPTS=1.',
    ];
  }
  if (tax || payments.vatCode !== undefined) return ['ok', 'Казна знает, какую ставку писать в чеках'];
  const advice = 'Заполните налоговый режим в «Реквизитах» или задайте VAT_CODE.';
  return [isReal ? 'error' : 'warning', 'Ставка НДС для чеков неизвестна: в них пишется «без НДС»', advice];
}

const minute = 60;

function workerRow({ scheduleSeconds, oldestJobSeconds }: Circumstances): Row {
  const advice = 'Запустите процесс с ролью work или Казну без роли и посмотрите его журнал.';
  if (scheduleSeconds === null)
    return ['error', 'Обработчик ещё ни разу не запускался: письма и списания ждут', advice];
  if (scheduleSeconds > 5 * minute)
    return ['error', `Обработчик молчит ${lengthOf(scheduleSeconds)}: письма и списания ждут`, advice];
  if (oldestJobSeconds > 10 * minute) {
    return [
      'warning',
      `Задания ждут очереди ${lengthOf(oldestJobSeconds)}`,
      'Запустите ещё один процесс с ролью work или увеличьте DATABASE_JOB_POOL.',
    ];
  }
  return ['ok', 'Работает'];
}

/** «12 мин», «5 ч», «3 дн.». */
function lengthOf(seconds: number): string {
  if (seconds < 90 * minute) return `${Math.round(seconds / minute)}\u00a0мин`;
  if (seconds < 48 * 60 * minute) return `${Math.round(seconds / 60 / minute)}\u00a0ч`;
  return `${Math.round(seconds / 24 / 60 / minute)}\u00a0дн.`;
}

function clockRow({ clockSkewMs }: Circumstances): Row {
  const seconds = Math.round(clockSkewMs / 1000);
  if (seconds < 2) return ['ok', 'Часы сервера и базы идут вместе'];
  const text = `Часы сервера и базы расходятся на ${seconds}\u00a0с`;
  return [seconds < 30 ? 'warning' : 'error', text, 'Включите на обеих машинах синхронизацию времени (NTP).'];
}

function staffRow({ isProduction, staffNeedSecondFactor }: Config, { hasLocalAdmin }: Circumstances): Row {
  if (!staffNeedSecondFactor) {
    const text = 'Сотрудники входят по одному паролю';
    return [isProduction ? 'error' : 'ok', text, isProduction ? 'Уберите STAFF_SECOND_FACTOR=0.' : undefined];
  }
  if (hasLocalAdmin) {
    const text = 'У администратора адрес, на который письма не приходят';
    return ['warning', text, 'Смените e-mail в его профиле: на него приходят письма о безопасности.'];
  }
  return ['ok', 'Сотрудники подтверждают вход вторым фактором'];
}

function contactsRow({ business }: Config): Row {
  const missing = [
    ['OPERATOR_PHONE', business.phone],
    ['OPERATOR_INN', business.inn],
    ['OPERATOR_OGRN', business.ogrn],
    ['OPERATOR_ADDRESS', business.address],
  ].flatMap(([name, value]) => (value ? [] : [name]));
  if (missing.length === 0) return ['ok', 'Есть в «Контактах» и в оферте'];
  return ['warning', 'В «Контактах» и в оферте сказано не всё о вас', `Задайте ${missing.join(', ')}.`];
}

function webhooksRow({ isProduction, webhooks }: Config): Row | null {
  const isOpen = isProduction && webhooks.allowedNetworks.some((network) => localNetworks.includes(network));
  if (!isOpen) return null;
  const text = 'Вебхуки могут обращаться к программам на этом же сервере';
  return ['warning', text, 'Если это не нужно, уберите WEBHOOK_ALLOWED_NETWORKS.'];
}

function metricsRow({ isProduction, metricsPort }: Config): Row | null {
  if (metricsPort !== undefined) return ['ok', 'Отдаются Prometheus'];
  if (!isProduction) return null;
  return ['warning', 'О сбое никто не узнает сам', 'Задайте METRICS_PORT и подключите docs/alerts.yaml.'];
}
