import type { OrganizationForm } from '@kazna/contract/cabinet/organization-forms';

/** The first three people's credentials are printed. */
export const people: readonly (readonly [name: string, login: string])[] = [
  ['Анна Орлова', 'demo1'],
  ['Сергей Белов', 'demo2'],
  ['Мария Громова', 'demo3'],
  ['Дмитрий Зайцев', 'zaytsev'],
  ['Елена Крылова', 'krylova'],
  ['Алексей Лебедев', 'lebedev'],
  ['Наталья Морозова', 'morozova'],
  ['Иван Попов', 'popov'],
  ['Светлана Рябова', 'ryabova'],
  ['Павел Соколов', 'sokolov'],
  ['Ольга Тихонова', 'tikhonova'],
  ['Михаил Уваров', 'uvarov'],
  ['Вера Фомина', 'fomina'],
  ['Андрей Харитонов', 'kharitonov'],
  ['Полина Цветкова', 'tsvetkova'],
  ['Роман Чернов', 'chernov'],
  ['Дарья Шубина', 'shubina'],
  ['Никита Щербаков', 'shcherbakov'],
  ['Ирина Юдина', 'yudina'],
  ['Константин Яковлев', 'yakovlev'],
  ['Татьяна Андреева', 'andreeva'],
  ['Виктор Борисов', 'borisov'],
  ['Ксения Власова', 'vlasova'],
  ['Георгий Дорофеев', 'dorofeev'],
  ['Юлия Ершова', 'ershova'],
  ['Артём Жуков', 'zhukov'],
  ['Галина Ильина', 'ilyina'],
  ['Евгений Карпов', 'karpov'],
];

export const devices = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
];

export const staffName = 'Виктория Лаптева';

export interface DemoCompany {
  form: OrganizationForm;
  foundedDaysAgo: number;
  /** On an average working day. */
  dailySpendMinor: number;
  /** Days without a top-up at the end of the year, so that the balance runs low. */
  quietDays: number;
}

/** Requisites have valid check digits. */
export const companies: DemoCompany[] = [
  {
    form: {
      kind: 'company',
      name: 'ООО «Северный ветер»',
      inn: '7707083893',
      kpp: '770701001',
      ogrn: '1027700132195',
      bank: { bik: '044525225', account: '40702810838000047216', correspondentAccount: null },
    },
    foundedDaysAgo: 364,
    dailySpendMinor: 4_300_00,
    quietDays: 0,
  },
  {
    form: {
      kind: 'company',
      name: 'ООО «Типография на Яузе»',
      inn: '7701001020',
      kpp: '770101001',
      ogrn: '1027700132020',
      bank: { bik: '044525225', account: '40702810538000091054', correspondentAccount: null },
    },
    foundedDaysAgo: 352,
    dailySpendMinor: 2_600_00,
    quietDays: 0,
  },
  {
    form: { kind: 'sole_proprietor', name: 'ИП Громова Е. А.', inn: '500100732259', ogrn: '304500116000157' },
    foundedDaysAgo: 343,
    dailySpendMinor: 900_00,
    quietDays: 24,
  },
  {
    form: {
      kind: 'sole_proprietor',
      name: 'ИП Рябова П. С.',
      inn: '526317984689',
      ogrn: '304463210700212',
      bank: { bik: '044525225', account: '40802810938000015983', correspondentAccount: null },
    },
    foundedDaysAgo: 301,
    dailySpendMinor: 1_500_00,
    quietDays: 0,
  },
];

export const purposes = [
  'Пополнение баланса',
  'Оплата за месяц',
  'Аванс',
  'Расширение тарифа',
  'Оплата по договору',
  null,
];
export const reasons = [
  'insufficient_funds',
  'insufficient_funds',
  'insufficient_funds',
  'canceled_by_user',
  'canceled_by_user',
  '3d_secure_failed',
  'general_decline',
  'card_expired',
  'issuer_unavailable',
  'payment_method_limit_exceeded',
];
export const refundReasons = [
  'Оплатили дважды',
  'Ошиблись суммой',
  'Отказались от услуги',
  'Платёж не той организации',
  'Возврат остатка аванса',
];
export const oneOffServices = [
  'Дополнительные рабочие места',
  'Настройка обмена с 1С',
  'Обучение сотрудников',
  'Выезд специалиста',
  'Перенос архива документов',
];
/** Charged at the end of the day: the service and what for. */
export const dailyServices = [
  ['Документооборот', 'обмен с контрагентами'],
  ['Облачная бухгалтерия', 'рабочие места'],
  ['Телефония', 'исходящие звонки'],
  ['Документооборот', 'обмен с контрагентами'],
  ['Хостинг «Старт»', 'сутки работы'],
] as const;
/** Billed by the piece: the description names how many, the amount is their price. */
export const meteredServices = [
  { name: 'SMS-рассылка клиентам', unit: 'сообщ.', priceMinor: 3_90 },
  { name: 'Электронная подпись документов', unit: 'шт.', priceMinor: 12_00 },
  { name: 'Распознавание сканов', unit: 'стр.', priceMinor: 1_50 },
];
export const credits = [
  'Компенсация за перебой в работе',
  'Скидка за длительный договор',
  'Перерасчёт за прошлый месяц',
];
