import { openDialog, press, scrollTo } from './reach.ts';
import type { Screen } from './screen.ts';
import { usage } from './service-answers.ts';

const idOf = (kind: number, at: number) =>
  `019a9a52-${String(kind).padStart(4, '0')}-7c3a-9d1e-${String(at).padStart(12, '0')}`;
const [hosting, support] = [idOf(1, 1), idOf(1, 2)];
const [basic, business, old, own] = [idOf(2, 1), idOf(2, 2), idOf(2, 3), idOf(2, 4)];

const terms = {
  priceMinor: 99_000,
  currency: 'RUB',
  period: { unit: 'month', count: 1 },
  anchor: 'calendar',
  setupFeeMinor: 0,
  trialDays: 14,
  maxQuantity: 1,
  graceDays: 3,
  mayPause: true,
  refundOnStop: true,
  meters: [],
};
const version = (number: number, from: string, changed: object) => ({
  ...terms,
  id: idOf(3, number),
  number,
  from,
  runningFrom: null,
  subscriptions: 0,
  announced: 0,
  toAnnounce: 0,
  createdAt: '2026-11-02T09:15:00.000Z',
  createdBy: 'Ольга Финансова',
  ...changed,
});
const tariff = (id: string, name: string, versions: object[], changed = {}) => ({
  ...{ id, name, isVisible: true, isClosed: false, versions, ...changed },
});
const seats = { maxQuantity: 50, priceMinor: 450_000, trialDays: 0, setupFeeMinor: 150_000 };
const raised = { priceMinor: 119_000, runningFrom: '2026-12-05', announced: 34, toAnnounce: 103, subscriptions: 12 };
const catalogue = {
  items: [
    {
      ...{ id: hosting, name: 'Хостинг сайтов', documentName: 'Услуги хостинга', unit: 'шт.', group: 'Серверы' },
      ...{ description: 'Место для сайта с **резервными копиями** каждый день.', isVisible: true },
      tariffs: [
        tariff(basic, 'Базовый', [version(2, '2026-11-10', raised), version(1, '2026-01-15', { subscriptions: 137 })]),
        tariff(business, 'Бизнес', [version(1, '2026-01-15', { ...seats, subscriptions: 21 })]),
        tariff(old, 'Стартовый 2024', [version(1, '2024-03-01', { priceMinor: 49_000, subscriptions: 8 })], {
          isClosed: true,
        }),
        tariff(own, 'Для ООО «Ромашка»', [version(1, '2026-06-01', { priceMinor: 79_000, subscriptions: 1 })], {
          isVisible: false,
        }),
      ],
    },
    {
      ...{ id: support, name: 'Сопровождение', documentName: 'Техническое сопровождение', unit: 'час', group: 'Люди' },
      ...{ description: null, isVisible: false, tariffs: [] },
    },
  ],
};
const line = (description: string, from: string, to: string, amountMinor: number) => ({
  description,
  from,
  to,
  amountMinor,
});
const examples = {
  examples: [
    {
      title: 'Подключение сегодня, 18 ноября',
      lines: [line('Тариф, 13 из 30 дней', '2026-11-18', '2026-12-01', 42_900)],
    },
    {
      title: 'Следующие периоды',
      lines: [line('Тариф', '2026-12-01', '2027-01-01', 99_000), line('Тариф', '2027-01-01', '2027-02-01', 99_000)],
    },
    {
      title: 'Переход на тариф вдвое дороже в середине',
      lines: [
        line('Возврат за прежний тариф', '2026-12-16', '2027-01-01', -51_097),
        line('Новый тариф', '2026-12-16', '2027-01-01', 102_194),
      ],
    },
  ],
};
const subscription = (at: number, changed: object) => ({
  id: idOf(4, at),
  status: 'active',
  service: { id: hosting, name: 'Хостинг сайтов', unit: 'шт.', group: 'Серверы' },
  tariff: { id: basic, name: 'Базовый', isVisible: true },
  terms,
  quantity: 1,
  periodMinor: 99_000,
  currentPeriod: { from: '2026-11-01', to: '2026-12-01' },
  nextCharge: { on: '2026-12-01', amountMinor: 99_000 },
  ...{ trialTo: null, graceTo: null, neededMinor: null, pendingChange: null, announcedPrice: null, discount: null },
  startedOn: '2026-02-14',
  endedOn: null,
  createdAt: '2026-02-14T10:00:00.000Z',
  organization: { id: idOf(5, at), name: 'ООО «Ромашка»' },
  ...changed,
});
const seated = { tariff: { id: business, name: 'Бизнес', isVisible: true }, quantity: 12, periodMinor: 5_400_000 };
const waiting = { status: 'past_due', nextCharge: null, graceTo: '2026-11-21', neededMinor: 99_000 };
const list = {
  items: [
    subscription(1, {
      announcedPrice: { priceMinor: 119_000, from: '2026-12-05' },
      discount: '10 % бессрочно',
      periodMinor: 89_100,
    }),
    subscription(2, {
      ...seated,
      terms: { ...terms, ...seats },
      organization: { id: idOf(5, 2), name: 'АО «Северное сияние и партнёры»' },
    }),
    subscription(3, { ...waiting, organization: { id: idOf(5, 3), name: 'ИП Котова А. С.' } }),
    subscription(4, { status: 'suspended', nextCharge: null, organization: { id: idOf(5, 4), name: 'ООО «Вектор»' } }),
    subscription(5, { status: 'trial', trialTo: '2026-11-30', organization: { id: idOf(5, 5), name: 'Пётр Иванов' } }),
    subscription(6, { status: 'ended', nextCharge: null, currentPeriod: null, endedOn: '2026-10-31' }),
  ],
  nextCursor: null,
};
const history = [
  {
    id: idOf(6, 1),
    kind: 'period',
    ...line('Хостинг сайтов, Базовый', '2026-11-01', '2026-12-01', 99_000),
    createdAt: '2026-11-01T00:01:00.000Z',
  },
  {
    id: idOf(6, 2),
    kind: 'credit',
    ...line('Возврат за неиспользованные дни', '2026-10-20', '2026-11-01', -38_323),
    createdAt: '2026-10-19T12:30:00.000Z',
  },
];
const details = {
  ...list.items[0],
  lines: history,
  unused: { from: '2026-11-19', to: '2026-12-01', amountMinor: 39_600 },
};
const discounts = {
  items: [
    {
      ...{ id: idOf(7, 1), tariff: { id: basic, name: 'Базовый' }, percent: 10, amountMinor: null, currency: null },
      ...{
        periods: null,
        reason: 'Постоянный клиент',
        createdAt: '2026-10-01T10:00:00.000Z',
        createdBy: 'Ольга Финансова',
      },
    },
  ],
};
const rules = { isAllowed: true, maxMinor: 300_000, days: 5, everyDays: 30 };
const off = { ...rules, isAllowed: false };
const bill = { lines: examples.examples[2]?.lines, totalMinor: 51_097, currency: 'RUB', when: 'now' };
const connecting = {
  ...{ lines: examples.examples[0]?.lines, totalMinor: 42_900, currency: 'RUB', when: 'now', trialTo: null },
  ...{ nextCharge: { on: '2026-12-01', amountMinor: 99_000 }, availableMinor: 10_000, missingMinor: 32_900 },
};

const meters = {
  items: [
    { id: idOf(7, 1), key: 'traffic', name: 'Трафик', unit: 'ГБ', aggregation: 'sum', property: null },
    { id: idOf(7, 2), key: 'users', name: 'Пользователи', unit: 'чел.', aggregation: 'unique', property: 'user' },
  ],
  keepMonths: 13,
};

/** The last matching answer wins. */
const answers = {
  '/api/admin/services': catalogue,
  '/api/admin/meters': meters,
  '/api/admin/tariffs/preview': examples,
  '/api/admin/subscriptions': list,
  [`/api/admin/subscriptions/${idOf(4, 1)}`]: details,
  [`/api/admin/subscriptions/${idOf(4, 1)}/change/preview`]: bill,
  '/api/admin/organizations/*/discounts': discounts,
  '/api/admin/organizations/*/subscriptions/preview': connecting,
  '/api/admin/promised-payments': rules,
};
const unitPrice = { meter: 'traffic', price: { model: 'unit', unitMinor: 35 }, includedQuantity: 100, minimumMinor: 0 };
const metered = { terms: { ...terms, meters: [unitPrice] } };
const usageAnswers = {
  ...answers,
  '/api/admin/subscriptions': { ...list, items: [{ ...list.items[0], ...metered }, ...list.items.slice(1)] },
  [`/api/admin/subscriptions/${idOf(4, 1)}`]: { ...details, ...metered },
  [`/api/admin/subscriptions/${idOf(4, 1)}/usage`]: usage,
};
const opened = `/admin/subscriptions?subscription=${idOf(4, 1)}`;
const basicTariff = `/admin/services/${hosting}/${basic}`;
const chosen = (label: string, value: string) => ({ label, value });

/** Chooses in a select of the dialog, and waits for what follows. */
const choose =
  (button: string, ...choices: { label: string; value: string }[]): Screen['reach'] =>
  async (page) => {
    await openDialog(button)(page);
    for (const { label, value } of choices)
      await page.getByRole('dialog').last().getByLabel(label, { exact: true }).selectOption(value);
    await page.getByRole('dialog').last().getByText('Сразу').waitFor();
  };

export const staffServiceScreens: Screen[] = [
  { name: 'admin-services', by: 'admin', path: '/admin/services', answers },
  {
    name: 'admin-services-empty',
    by: 'admin',
    path: '/admin/services',
    answers: { '/api/admin/services': { items: [] } },
  },
  { name: 'admin-services-failed', by: 'staff', path: '/admin/services', calls: 'failed' },
  { name: 'admin-meters', by: 'admin', path: '/admin/services', answers, reach: openDialog('Счётчики') },
  {
    name: 'admin-meter-new',
    by: 'admin',
    path: '/admin/services',
    answers,
    reach: openDialog('Счётчики', 'Добавить счётчик'),
  },
  {
    name: 'admin-meter-rename',
    by: 'admin',
    path: '/admin/services',
    answers,
    reach: openDialog('Счётчики', 'Переименовать счётчик Трафик'),
  },
  {
    name: 'admin-usage-retention',
    by: 'admin',
    path: '/admin/services',
    answers,
    reach: openDialog('Счётчики', 'Изменить срок хранения'),
  },
  {
    name: 'admin-subscription-usage',
    by: 'staff',
    path: opened,
    answers: usageAnswers,
    reach: scrollTo('Расход'),
  },
  {
    name: 'admin-organization-usage',
    by: 'staff',
    path: '/admin/organizations?organization={company}',
    answers: usageAnswers,
    reach: scrollTo('Расход'),
  },
  {
    name: 'admin-tariff-meters',
    by: 'admin',
    path: `/admin/services/${hosting}/new-tariff`,
    answers,
    reach: async (page) => {
      await page.getByLabel('Цена за период').fill('990');
      await page.getByRole('button', { name: 'Добавить счётчик' }).click();
      await page.getByLabel('Цена за 1 ГБ').fill('0,35');
      await page.getByRole('region', { name: 'Пример расхода' }).waitFor();
    },
  },
  { name: 'admin-service-form', by: 'admin', path: '/admin/services', answers, reach: openDialog('Добавить услугу') },
  {
    name: 'admin-service-preview',
    by: 'admin',
    path: '/admin/services',
    answers,
    reach: openDialog('Изменить услугу Хостинг сайтов', 'Как увидят'),
  },
  {
    name: 'admin-tariff-form',
    by: 'admin',
    path: `/admin/services/${hosting}/new-tariff`,
    answers,
    reach: async (page) => {
      await page.getByLabel('Цена за период').fill('990');
      await page.getByText('Следующие периоды').waitFor();
    },
  },
  {
    name: 'admin-tariff-form-refused',
    by: 'admin',
    path: `/admin/services/${hosting}/new-tariff`,
    answers,
    reach: press('Добавить тариф'),
  },
  { name: 'admin-tariff', by: 'admin', path: basicTariff, answers },
  { name: 'admin-tariff-read', by: 'staff', path: basicTariff, answers },
  { name: 'admin-tariff-rename', by: 'admin', path: basicTariff, answers, reach: openDialog('Название и показ') },
  {
    name: 'admin-tariff-delete',
    by: 'admin',
    path: basicTariff,
    answers,
    reach: openDialog('Другие действия', 'Удалить тариф'),
  },
  {
    name: 'admin-price-change',
    by: 'admin',
    path: `${basicTariff}/new-version`,
    answers,
    reach: async (page) => {
      await page.getByLabel('Цена за период').fill('1 490');
      await page.getByText('Следующие периоды').waitFor();
    },
  },
  { name: 'admin-subscriptions', by: 'staff', path: '/admin/subscriptions', answers },
  {
    name: 'admin-subscriptions-filtered',
    by: 'staff',
    path: `/admin/subscriptions?status=past_due&service=${hosting}&tariff=${basic}&q=котова`,
    answers,
  },
  {
    name: 'admin-subscriptions-empty',
    by: 'staff',
    path: '/admin/subscriptions',
    answers: { ...answers, '/api/admin/subscriptions': { items: [], nextCursor: null } },
  },
  { name: 'admin-subscription', by: 'staff', path: opened, answers },
  {
    name: 'admin-subscription-change',
    by: 'staff',
    path: opened,
    answers,
    reach: choose('Изменить', chosen('Тариф', business)),
  },
  {
    name: 'admin-subscription-stop',
    by: 'staff',
    path: opened,
    answers,
    reach: async (page) => {
      await openDialog('Остановить')(page);
      await page.getByLabel('Сейчас').check();
    },
  },
  {
    name: 'admin-organization-services',
    by: 'staff',
    path: '/admin/organizations?organization={company}',
    answers,
    reach: scrollTo('Скидки'),
  },
  {
    name: 'admin-connect',
    by: 'staff',
    path: '/admin/organizations?organization={company}',
    answers,
    reach: choose('Подключить услугу', chosen('Тариф', basic)),
  },
  {
    name: 'admin-discount',
    by: 'staff',
    path: '/admin/organizations?organization={company}',
    answers,
    reach: openDialog('Дать скидку'),
  },
  {
    name: 'admin-promised-payments',
    by: 'admin',
    path: '/admin/business',
    answers,
    reach: scrollTo('Обещанный платёж'),
  },
  {
    name: 'admin-promised-payments-form',
    by: 'admin',
    path: '/admin/business',
    answers: { '/api/admin/promised-payments': off },
    reach: async (page) => {
      await press('Разрешить')(page);
      await scrollTo('Обещанный платёж')(page);
    },
  },
];
