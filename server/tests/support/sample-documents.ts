import type { Business } from '@kazna/contract/admin/business';
import { renderDocument } from '../../src/documents/document-files.ts';
import { makeInvoiceData } from '../../src/documents/invoices/invoice-data.ts';
import { renderInvoice } from '../../src/documents/invoices/render-invoice.ts';
import { type DocumentRow, makeAdvanceData, makeMonthData } from '../../src/documents/monthly/document-data.ts';
import type { ServiceSum } from '../../src/documents/monthly/month-lines.ts';
import { type Buyer, describeParty, type ExchangeSides, sellerOf } from '../../src/documents/parties-store.ts';
import type { Pictures } from '../../src/documents/pdf/create-pdf.ts';
import type { VatRate } from '../../src/documents/vat.ts';
import { describeTopUp } from '../../src/operations/confirm-top-up.ts';
import { renderConfirmation } from '../../src/operations/render-confirmation.ts';
import { businessBody } from './business.ts';
import { pngOf } from './pictures.ts';

const longName = (form: string, about: string) => `${form} «${about}»`.slice(0, 200);

const longSeller: Business = {
  ...businessBody,
  color: '#7a1fa2',
  name: longName(
    'Общество с ограниченной ответственностью',
    'Научно-производственное объединение «Северо-Западные вычислительные технологии, хостинг и связь»',
  ),
  address:
    '197022, г. Санкт-Петербург, вн. тер. г. муниципальный округ Аптекарский остров, пр-кт Медиков, д. 9, литера Б',
  director: { title: 'Генеральный директор управляющей компании', name: 'Константинопольский-Задунайский А. Х.' },
  accountantName: 'Крестовоздвиженская-Преображенская Е. Ю.',
  bankAccounts: businessBody.bankAccounts.map((account) => ({
    ...account,
    bankName: 'СЕВЕРО-ЗАПАДНЫЙ БАНК ПАО СБЕРБАНК, г. Санкт-Петербург',
  })),
};

const soleProprietor: Business = {
  ...businessBody,
  kind: 'sole_proprietor',
  name: 'Индивидуальный предприниматель Иванова Мария Петровна',
  inn: '500100732259',
  kpp: null,
  ogrn: '304500116000157',
  registeredOn: '2004-04-25',
  director: { title: 'Индивидуальный предприниматель', name: 'Иванова М. П.' },
};

const shortBuyer: Buyer = {
  name: 'ООО «Ромашка»',
  inn: '7736050003',
  kpp: '773601001',
  address: '117312, г. Москва, ул. Вавилова, д. 19',
};

const longBuyer: Buyer = {
  ...shortBuyer,
  name: longName(
    'Федеральное государственное бюджетное образовательное учреждение высшего образования',
    'Национальный исследовательский университет прикладной математики, механики и оптики имени М. В. Ломоносова',
  ),
  address: '690922, Приморский край, г. Владивосток, о. Русский, п. Аякс, д. 10, корпус А, уровень 12, кабинет 1215',
};

const services = (count: number): ServiceSum[] =>
  Array.from({ length: count }, (_, index) => ({
    name:
      index % 7 === 3
        ? `Аренда выделенного сервера с круглосуточным наблюдением, резервным копированием и заменой дисков № ${index + 1}`
        : `Виртуальный сервер VPS-${index + 1}`,
    quantity: 1 + (index % 5),
    amountMinor: 123_456_789 - index * 1_234_567,
  }));

const fields = {
  id: '1',
  createdAt: '2026-05-01T06:30:05.000Z',
  organizationId: '1',
  number: '2026-000017',
  day: '2026-04-30',
  currency: 'RUB' as const,
};
const unrevised = { revision: 0, revisedOn: null, sourceId: null };

interface Scene {
  business?: Business;
  buyer?: Buyer;
  sums?: ServiceSum[];
  changes?: Partial<DocumentRow>;
  references?: number;
  ground?: { vatGround: string };
  pictures?: Pictures;
}

function closing(kind: 'act' | 'upd', vat: VatRate, scene: Scene): DocumentRow {
  const { business = businessBody, buyer = shortBuyer, sums = services(3), changes, references = 1, ground } = scene;
  const named = Array.from({ length: vat === null ? 0 : references }, (_, index) => ({
    number: String(1042 + index),
    day: '2026-04-01',
  }));
  const advances = named.map((one, index) => ({ ...one, number: `2026-${String(index + 5).padStart(6, '0')}` }));
  const facts = { period: '2026-04', sums, payments: named, advances };
  const drafted = makeMonthData(business, buyer, { kind, vat, ...ground }, facts);
  return { ...fields, kind, ...unrevised, ...drafted, ...changes } as DocumentRow;
}

function advance(
  receivedOn: string,
  { business = businessBody, buyer = shortBuyer, changes }: Scene = {},
): DocumentRow {
  const payment = { number: '1042', day: receivedOn };
  const drafted = makeAdvanceData(business, buyer, { receivedOn, payment, amountMinor: 12_000_005 });
  return { ...fields, kind: 'advance_invoice', ...unrevised, ...drafted, ...changes } as DocumentRow;
}

function invoice(day: string, vat: Business['taxPeriods'][number]['vat'], scene: Scene = {}): Promise<Buffer> {
  const { business = businessBody, buyer = shortBuyer, pictures } = scene;
  const terms = { number: 'КЗ-000123', amountMinor: 123_456_789, currency: 'RUB' as const };
  const dated = { day, dueDay: day, description: 'Услуги по договору № 15/2026-ВС за апрель' };
  const ground = scene.ground && { ground: scene.ground.vatGround };
  const taxed = { ...business, taxPeriods: [{ from: '2020-01-01', regime: 'osno' as const, vat, ...ground }] };
  const data = makeInvoiceData(taxed, buyer, { ...terms, ...dated });
  if (!data) throw new Error('no tax period is in force');
  return renderInvoice({ ...terms, data }, pictures);
}

function reconciliation(count: number, { business = businessBody, buyer = shortBuyer }: Scene = {}): DocumentRow {
  const rows = Array.from({ length: count }, (_, index) => ({
    day: `2026-04-${String(1 + (index % 30)).padStart(2, '0')}`,
    ...(index % 4 === 3
      ? { text: `УПД № 2026-${String(index).padStart(6, '0')} от 30.04.2026`, debitMinor: 9_876_543_21, creditMinor: 0 }
      : { text: `Платёжное поручение № ${1042 + index}`, debitMinor: 0, creditMinor: 4_000_005 }),
  }));
  const moved = rows.reduce((sum, { debitMinor, creditMinor }) => sum + creditMinor - debitMinor, 0);
  const openingMinor = 12_345_678;
  const closingMinor = openingMinor + moved;
  const balances = { from: '2026-04-01', to: '2026-04-30', openingMinor, closingMinor, rows };
  const data = { seller: sellerOf(business), buyer, vat: null, ...balances };
  const sums = { amountMinor: closingMinor, vatMinor: 0 };
  return { ...fields, kind: 'reconciliation', ...unrevised, data, ...sums } as DocumentRow;
}

const long = { business: longSeller, buyer: longBuyer };
const revised = {
  changes: { revision: 2, revisedOn: '2026-05-12', createdAt: '2026-05-12T20:59:59.000Z' },
} as const;
const pictures = { logo: pngOf(480, 120), stamp: pngOf(400, 400), signature: pngOf(300, 90, [20, 30, 60, 255]) };
/** The revision after something was given back: another service is left of the month, with fewer days. */
const givenBack: ServiceSum[] = [
  {
    ...{ name: 'Хостинг «Старт», 01.04.2026–09.04.2026', service: 'Хостинг', from: '2026-04-01' },
    ...{ unit: 'шт.', quantity: 1, amountMinor: 8_999 },
  },
  { name: 'Домен', quantity: 2, amountMinor: 49_90 },
];

/** A month of subscriptions, as they are changed, given back and counted. */
const subscribed: ServiceSum[] = [
  ...[
    { name: 'Хостинг «Старт», 01.04.2026–15.04.2026', from: '2026-04-01', amountMinor: 15_000 },
    { name: 'Хостинг «Про», 16.04.2026–30.04.2026', from: '2026-04-16', amountMinor: 45_000 },
  ].map((sum) => ({ ...sum, service: 'Хостинг', unit: 'шт.', quantity: 1 })),
  ...[
    { name: 'Корпоративная почта «Команда», 01.04.2026–30.04.2026', quantity: 125, amountMinor: 3_737_500 },
    { name: 'Корпоративная почта «Команда», 10.04.2026–30.04.2026', quantity: 7, amountMinor: 104_533 },
  ].map((sum) => ({ ...sum, service: 'Корпоративная почта', unit: 'пользователей' })),
  { name: 'Поддержка «Плюс», 06.04.2026–09.04.2026', unit: 'мес.', quantity: 1, amountMinor: 4444 },
  { name: 'Домен', quantity: 2, amountMinor: 49_90 },
];

const signedBuyer: Buyer = { ...shortBuyer, contract: { number: '15/2026-ВС', day: '2026-02-01' } };
const signed = { buyer: signedBuyer, ground: { vatGround: 'п. 2 ст. 346.11 НК РФ' } };

const invoices: Record<string, () => Promise<Buffer>> = {
  'invoice-none': () => invoice('2026-04-01', null),
  'invoice-5': () => invoice('2026-04-01', 5),
  'invoice-7': () => invoice('2026-04-01', 7),
  'invoice-10': () => invoice('2026-04-01', 10),
  'invoice-22': () => invoice('2026-04-01', 22),
  'invoice-20-of-2025': () => invoice('2025-12-31', 22),
  'invoice-long': () => invoice('2026-04-01', 22, long),
  'invoice-sole-proprietor': () => invoice('2026-04-01', null, { business: soleProprietor }),
  'invoice-contract': () => invoice('2026-04-01', null, signed),
  'invoice-pictures': () => invoice('2026-04-01', 22, { pictures }),
};

/** Documents of months and advances in the shapes that break layouts, by the name of the file. */
export const monthlySamples: Record<string, () => DocumentRow> = {
  'act-none': () => closing('act', null, {}),
  'act-long-40': () => closing('act', null, { ...long, sums: services(40) }),
  'act-revised': () => closing('act', null, revised),
  'act-given-back': () => closing('act', null, { ...revised, sums: givenBack }),
  'act-subscriptions': () => closing('act', null, { sums: subscribed }),
  'upd1-22-subscriptions': () => closing('upd', 22, { sums: subscribed }),
  'upd1-5': () => closing('upd', 5, {}),
  'upd1-7': () => closing('upd', 7, {}),
  'upd1-10': () => closing('upd', 10, {}),
  'upd1-20': () => closing('upd', 20, {}),
  'upd1-22-long-40': () => closing('upd', 22, { ...long, sums: services(40), references: 12 }),
  'upd1-22-revised': () => closing('upd', 22, revised),
  'upd1-22-given-back': () => closing('upd', 22, { ...revised, sums: givenBack }),
  'upd1-sole-proprietor': () => closing('upd', 5, { business: soleProprietor, sums: services(8) }),
  'upd2-none': () => closing('upd', null, {}),
  'upd2-none-long-40': () => closing('upd', null, { ...long, sums: services(40) }),
  'advance-22': () => advance('2026-04-01'),
  'advance-20-of-2025': () => advance('2025-12-30'),
  'advance-long-revised': () => advance('2026-04-01', { ...long, ...revised }),
  'reconciliation-short': () => reconciliation(3),
  'reconciliation-long-40': () => reconciliation(40, long),
  'reconciliation-empty': () => reconciliation(0),
  'act-22-lines': () => closing('act', null, { sums: services(22) }),
  'upd1-22-9-lines': () => closing('upd', 22, { sums: services(9) }),
  'upd1-22-300-payments': () => closing('upd', 22, { references: 300 }),
  'act-contract': () => closing('act', null, signed),
  'upd1-22-contract': () => closing('upd', 22, { buyer: signedBuyer }),
  'upd2-contract': () => closing('upd', null, signed),
  'upd1-0': () => closing('upd', 0, {}),
};

const belowZero: ServiceSum[] = [{ name: 'Хостинг', quantity: 0, amountMinor: -150_050 }];

/** What has no file for electronic exchange: wholly given back, undone, or below zero as older versions made months. */
export const unexchangedSamples: Record<string, () => DocumentRow> = {
  'act-annulled': () => closing('act', null, { ...revised, sums: [] }),
  'upd1-22-annulled': () => closing('upd', 22, { ...revised, sums: [] }),
  'upd2-annulled': () => closing('upd', null, { ...revised, sums: [] }),
  'advance-annulled': () => advance('2026-04-01', { changes: { ...revised.changes, amountMinor: 0, vatMinor: 0 } }),
  'act-below-zero': () => closing('act', null, { sums: belowZero }),
  'upd1-22-below-zero': () => closing('upd', 22, { sums: belowZero }),
};

/** Every kind of document as PDF, by the name of the file. */
export const sampleDocuments: Record<string, () => Promise<Buffer>> = {
  ...invoices,
  ...Object.fromEntries(
    Object.entries({ ...monthlySamples, ...unexchangedSamples }).map(([name, make]) => [
      name,
      () => renderDocument(make()),
    ]),
  ),
  'act-pictures': () => renderDocument(closing('act', null, {}), pictures),
  'upd1-22-pictures': () => renderDocument(closing('upd', 22, {}), pictures),
};

const recipientOf = (business: Business) => ({
  recipient: describeParty(business),
  business,
  businessName: business.name,
});
const credited = {
  ...{ amountMinor: 1_250_050, currency: 'RUB' as const, createdAt: '2026-04-02T09:00:00.000Z' },
  ...{ organization: shortBuyer, payment: null, transfer: null },
};

/** Confirmations of top-ups as PDF, by the name of the file. */
export const confirmationSamples: Record<string, () => Promise<Buffer>> = {
  'confirmation-card': () => {
    const card = { last4: '4477', type: 'MIR' };
    const paid = { number: 1042, method: 'card' as const, card, description: null, refundedMinor: 0, isByLink: false };
    const payment = { ...paid, paidAt: '2026-04-02T08:59:00Z' };
    return renderConfirmation({ ...describeTopUp({ ...credited, payment }), ...recipientOf(businessBody) }, pictures);
  },
  'confirmation-transfer-long': () => {
    const purpose =
      'Оплата по счёту № КЗ-000123 от 01.04.2026. Услуги связи и хостинга по договору № 15/2026-ВС. '.repeat(2);
    const transfer = { number: '417', day: '2026-04-01', payer: longBuyer.name, payerInn: longBuyer.inn, purpose };
    const topUp = { ...credited, organization: longBuyer, transfer };
    return renderConfirmation({ ...describeTopUp(topUp), ...recipientOf(longSeller) });
  },
};

/** What both sides said for electronic exchange. */
export const sampleSides: ExchangeSides = {
  seller: {
    edo: '2BM-7707083893-771401001-201405201234567890123',
    signer: {
      surname: 'Иванов',
      firstName: 'Иван',
      patronymic: 'Иванович',
      title: 'Генеральный директор',
      powers: { kind: 'signature' },
    },
  },
  buyer: { edo: '2LT-11002284301' },
};
