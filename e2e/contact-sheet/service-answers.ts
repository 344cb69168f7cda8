const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const time = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const id = (count: number) => `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;

const monthly = {
  priceMinor: 150_000,
  currency: 'RUB',
  period: { unit: 'month', count: 1 },
  anchor: 'connection',
  setupFeeMinor: 0,
  trialDays: 0,
  maxQuantity: 1,
  graceDays: 3,
  mayPause: true,
  refundOnStop: true,
  meters: [],
};

const seats = { ...monthly, priceMinor: 49_000, maxQuantity: 500 };
const tariff = (count: number, name: string, terms: object) => ({
  ...{ id: id(count), name, discount: null, hasTrial: false },
  ...monthly,
  ...terms,
});

const telephony = {
  ...{ id: id(1), name: 'Облачная АТС', unit: 'номер', group: 'Связь' },
  description:
    'Виртуальная телефония для отделов продаж и поддержки: голосовое меню, **запись разговоров** и отчёты.\n\n- подключение за час\n- переадресация на мобильные',
};
const backup = {
  ...{ id: id(2), name: 'Резервное копирование', unit: 'место', group: 'Инфраструктура' },
  description: 'Ежедневные копии серверов в двух дата-центрах с проверкой восстановления.',
};
const support = { id: id(3), name: 'Расширенная поддержка', unit: 'шт.', group: null, description: null };

const catalogue = {
  items: [
    {
      ...telephony,
      tariffs: [
        tariff(11, 'Старт', { priceMinor: 0 }),
        tariff(12, 'Бизнес', { discount: { priceMinor: 135_000, label: 'скидка 10\u00a0%' } }),
        tariff(13, 'Про, на год', {
          ...{ priceMinor: 2_400_000, period: { unit: 'year', count: 1 }, setupFeeMinor: 500_000 },
          ...{ trialDays: 14, hasTrial: true, mayPause: false },
        }),
      ],
    },
    { ...backup, tariffs: [tariff(21, 'По местам', seats)] },
    { ...support, tariffs: [tariff(31, 'Круглосуточно', { priceMinor: 990_000, graceDays: 0, mayPause: false })] },
  ],
};

const running = {
  ...{ status: 'active', quantity: 1, terms: monthly, periodMinor: 150_000 },
  currentPeriod: { from: day(-12), to: day(18) },
  nextCharge: { on: day(18), amountMinor: 150_000 },
  ...{ trialTo: null, graceTo: null, neededMinor: null, pendingChange: null, announcedPrice: null, discount: null },
  ...{ startedOn: day(-72), endedOn: null, createdAt: time(-72) },
};
const of = ({
  id: serviceId,
  name,
  unit,
  group,
}: Omit<typeof support, 'description' | 'group'> & { group: string | null }) => ({
  service: { id: serviceId, name, unit, group },
});
const named = (count: number, name: string) => ({ tariff: { id: id(count), name, isVisible: true } });

const active = {
  ...running,
  id: id(101),
  ...of(telephony),
  ...named(12, 'Бизнес'),
  periodMinor: 135_000,
  discount: 'скидка 10\u00a0%',
};
const seated = {
  ...{ ...running, id: id(102), ...of(backup), ...named(21, 'По местам'), terms: seats, quantity: 25 },
  ...{ periodMinor: 1_225_000, nextCharge: { on: day(18), amountMinor: 980_000 } },
  pendingChange: { tariffId: id(21), tariffName: 'По местам', quantity: 20, on: day(18) },
  announcedPrice: { priceMinor: 52_000, from: day(49) },
};
const pastDue = {
  ...{ ...running, id: id(103), ...of(support), ...named(31, 'Круглосуточно'), status: 'past_due' },
  ...{ periodMinor: 990_000, nextCharge: null, graceTo: day(2), neededMinor: 990_000 },
};
const suspended = { ...pastDue, id: id(104), status: 'suspended', graceTo: null };
const trial = {
  ...{ ...running, id: id(105), ...of(telephony), ...named(13, 'Про, на год'), status: 'trial', trialTo: day(9) },
  ...{ periodMinor: 2_400_000, terms: { ...monthly, period: { unit: 'year', count: 1 } } },
  nextCharge: { on: day(9), amountMinor: 2_400_000 },
};
const paused = {
  ...running,
  id: id(106),
  ...of(telephony),
  ...named(12, 'Бизнес'),
  status: 'paused',
  nextCharge: null,
};
const stopping = { ...active, id: id(107), status: 'stopping', nextCharge: null };
const ended = { ...active, id: id(108), status: 'ended', nextCharge: null, currentPeriod: null, endedOn: day(-3) };

const line = (count: number, kind: string, description: string, days: number, amountMinor: number) => ({
  ...{ id: id(200 + count), kind, description, amountMinor },
  ...{ from: day(days), to: day(days + 30), createdAt: time(days) },
});
const lines = [
  line(1, 'period', 'Облачная АТС, тариф «Бизнес»: 6 ноября – 5 декабря 2026', -12, 135_000),
  line(2, 'change', 'Облачная АТС, тариф «Бизнес»: 19 октября – 5 ноября 2026', -30, 81_000),
  line(3, 'credit', 'Облачная АТС, тариф «Про»: возврат за 19 октября – 5 ноября 2026', -30, -40_500),
  line(4, 'setup', 'Облачная АТС, тариф «Бизнес»: подключение', -72, 50_000),
];
const details = { ...active, lines, unused: { from: day(1), to: day(18), amountMinor: 76_500 }, resuming: null };

const bill = {
  lines: [
    {
      description: 'Облачная АТС, тариф «Про»: 18 ноября – 5 декабря 2026',
      from: day(0),
      to: day(18),
      amountMinor: 1_184_000,
    },
    {
      description: 'Облачная АТС, тариф «Бизнес»: возврат за 18 ноября – 5 декабря 2026',
      from: day(0),
      to: day(18),
      amountMinor: -81_000,
    },
  ],
  ...{ totalMinor: 1_103_000, currency: 'RUB', when: 'now' },
};
const subscribing = {
  ...{ ...bill, lines: bill.lines.slice(0, 1), totalMinor: 1_184_000, trialTo: null },
  nextCharge: { on: day(30), amountMinor: 2_400_000 },
  ...{ availableMinor: 5_000_000, missingMinor: 0 },
};
const noPromise = { offer: null, reason: 'nothing_due', againOn: null, active: null };
const promise = { amountMinor: 1_000_000, currency: 'RUB', until: day(3) };
const charges = [active, seated, active, seated, active, seated, active, seated].map(({ id: of, service }, at) => ({
  ...{ subscriptionId: of, on: day(at * 3), serviceName: service.name, tariffName: 'Бизнес' },
  ...{ amountMinor: 135_000 * (at + 1), currency: 'RUB' },
}));

const balance = {
  '/api/organizations/*/balance': {
    items: [{ currency: 'RUB', amountMinor: 240_000, heldMinor: 0 }],
    daysLeft: 5,
    monthMinor: 1_440_000,
  },
};
const metered = {
  ...monthly,
  meters: [
    {
      ...{ meter: 'traffic', includedQuantity: '100', minimumMinor: 0 },
      price: { model: 'unit', unitMinor: '35' },
    },
    {
      meter: 'calls',
      includedQuantity: 0,
      minimumMinor: 0,
      price: { model: 'package', size: 100, packageMinor: 5000 },
    },
  ],
};
const usedOf = (key: string, name: string, unit: string, scale: number) => ({
  ...{ key, name, unit, from: day(-12), to: day(18), quantity: String(512.25 * scale), amountMinor: 14_429 * scale },
  ...{ includedQuantity: key === 'traffic' ? '100' : '0', forecastMinor: 38_300 * scale },
  points: Array.from({ length: 28 }, (_, at) => ({
    from: `${day(at - 28)}T21:00:00.000Z`,
    quantity: String(Math.round((12 + 9 * Math.sin(at / 2.5) + (at % 7)) * 100 * scale) / 100),
  })),
});
export const usage = {
  ...{ currency: 'RUB', notChargedMinor: 43_287 },
  meters: [usedOf('traffic', 'Трафик', 'ГБ', 1), usedOf('calls', 'Звонки', 'шт.', 2)],
};
const subscriptions = (...items: object[]) => ({ items });

/** Answers about services of every state, most of which take weeks to come about. */
export const answers = {
  empty: { '/api/services': { items: [] }, '/api/subscriptions': { items: [] } },
  nothingConnected: { '/api/services': catalogue, '/api/subscriptions': { items: [] } },
  all: {
    ...balance,
    '/api/services': catalogue,
    '/api/subscriptions': subscriptions(pastDue, suspended, active, seated, trial, paused, stopping, ended),
    '/api/promised-payment': { ...noPromise, reason: null, offer: promise },
  },
  promised: {
    '/api/services': catalogue,
    '/api/subscriptions': subscriptions(active, seated),
    '/api/promised-payment': { ...noPromise, reason: 'active', active: { ...promise, takenAt: time(0) } },
  },
  usage: {
    '/api/services': catalogue,
    '/api/subscriptions': { ...details, terms: metered },
    [`/api/subscriptions/${active.id}/usage`]: usage,
  },
  one: { '/api/services': catalogue, '/api/subscriptions': details },
  change: {
    '/api/services': catalogue,
    '/api/subscriptions': details,
    [`/api/subscriptions/${active.id}/change/preview`]: bill,
  },
  seats: { '/api/services': catalogue, '/api/subscriptions': { ...seated, lines: [] } },
  paused: {
    '/api/services': catalogue,
    '/api/subscriptions': {
      ...paused,
      lines,
      resuming: { ...bill, lines: bill.lines.slice(0, 1), totalMinor: 1_184_000 },
    },
  },
  suspended: { ...balance, '/api/services': catalogue, '/api/subscriptions': { ...suspended, lines } },
  connect: { '/api/services': catalogue, '/api/subscriptions/preview': subscribing },
  connectShort: {
    '/api/services': catalogue,
    '/api/subscriptions/preview': { ...subscribing, availableMinor: 200_000, missingMinor: 984_000 },
  },
  home: {
    ...balance,
    '/api/subscriptions': subscriptions(pastDue, suspended, active),
    '/api/promised-payment': { ...noPromise, reason: null, offer: promise },
  },
};

/** Charges of the next 30 days. */
export const upcoming = { '/api/dashboard/*?': { upcoming: charges } };

export const serviceIds = { active: active.id, seated: seated.id, paused: paused.id, suspended: suspended.id };
export const tariffIds = { yearly: id(13), seats: id(21) };
