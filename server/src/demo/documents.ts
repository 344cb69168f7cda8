import type { Business } from '@kazna/contract/admin/business';
import { businessDay } from '@kazna/contract/shared/business-time';
import type { Actor } from '../audit/actions-store.ts';
import { readStatementFile, type StatementFile } from '../documents/bank-statements/format/read-statement-file.ts';
import { postStatement } from '../documents/bank-statements/post-statement.ts';
import { previewStatement } from '../documents/bank-statements/preview-statement.ts';
import { updateBusiness } from '../documents/business/update-business.ts';
import { previousMonth } from '../documents/calendar.ts';
import { createInvoice } from '../documents/invoices/create-invoice.ts';
import { makeMonthDocument } from '../documents/monthly/month-document.ts';
import type { Transaction } from '../platform/db/database.ts';
import { companies } from './names.ts';
import { addRequests } from './requests-store.ts';
import { findOrganization, findPurpose } from './store.ts';
import type { DemoPerson } from './team.ts';

const account = '40702810138250123017';

/** Requisites have valid check digits. */
const business: Business = {
  kind: 'company',
  name: 'ООО «Облачная казна»',
  inn: '7750005725',
  kpp: '775001001',
  ogrn: '1027739642281',
  address: '125009, г. Москва, ул. Тверская, д. 1, офис 12',
  phone: '+7 495 000-00-00',
  bankAccounts: [
    {
      bankName: 'ПАО СБЕРБАНК, г. Москва',
      bank: { bik: '044525225', account, correspondentAccount: '30101810400000000225' },
    },
  ],
  taxPeriods: [{ from: '2020-01-01', regime: 'usn', vat: null }],
  director: { title: 'Генеральный директор', name: 'Лаптев В. А.' },
  accountantName: 'Ковалёва О. П.',
  edo: '2BM-7750005725-775001001-202401150930000000001',
  signer: {
    surname: 'Лаптев',
    firstName: 'Виктор',
    patronymic: 'Андреевич',
    title: 'Генеральный директор',
    powers: { kind: 'signature' },
  },
  invoicePrefix: 'КЗ',
  invoiceDays: 10,
};

const closedMonths = 3;

/**
 * Who sells, what a company was billed and paid by bank transfer, money without an owner and acts of the last months. In
 * a transaction after the one that imports the past, where the ledger takes anything.
 */
export async function addDocuments(
  tx: Transaction,
  { owner, staff, now }: { owner: DemoPerson; staff: DemoPerson; now: number },
): Promise<void> {
  const actor: Actor = { id: staff.id, address: staff.address };
  await updateBusiness(tx, actor, { version: 0, data: business });
  const { form } = companies[0] as (typeof companies)[number];
  const inn = 'inn' in form ? (form.inn as string) : '';
  const organizationId = await findOrganization(tx, inn);
  await addRequests(tx, organizationId, { owner, staff, now });
  await closeLastMonths(tx, organizationId, now);
  const invoice = (amountMinor: number, description: string) =>
    createInvoice(tx, {
      ...{ organizationId, userId: owner.id, key: `demo-${amountMinor}` },
      form: { amountMinor, currency: 'RUB', description },
    });
  const paid = await invoice(150_000_00, 'Услуги по договору на квартал');
  const partlyPaid = await invoice(80_000_00, 'Выделенные серверы');
  await invoice(45_000_00, 'Резервное копирование');
  const payer = { name: form.name, inn, account: '40702810900000000001', bik: '044525593' };
  const stranger = { ...payer, name: 'ООО «Полярная звезда»', inn: '3664069397' };
  const text = statementText(account, businessDay(new Date(now)), [
    { number: '318', payer, amountMinor: 150_000_00, purpose: await findPurpose(tx, paid) },
    { number: '319', payer, amountMinor: 30_000_00, purpose: await findPurpose(tx, partlyPaid) },
    { number: '77', payer: stranger, amountMinor: 12_400_00, purpose: 'Оплата услуг по договору 15/2026. Без НДС' },
  ]);
  const file = readStatementFile(new TextEncoder().encode(text), [{ value: account, lastDay: null }]) as StatementFile;
  await postStatement(tx, actor, await previewStatement(tx, staff.id, file), []);
}

async function closeLastMonths(tx: Transaction, organizationId: string, now: number): Promise<void> {
  let period = businessDay(new Date(now)).slice(0, 7);
  const periods = Array.from({ length: closedMonths }, () => {
    period = previousMonth(period);
    return period;
  });
  for (const closed of periods.toReversed())
    await makeMonthDocument(tx, { organizationId, period: closed, createdBy: null }, new Date(now));
}

const dayText = (iso: string) => iso.split('-').toReversed().join('.');

interface DemoTransferOrder {
  number: string;
  payer: { name: string; inn: string; account: string; bik: string };
  amountMinor: number;
  purpose: string;
}

function statementText(account: string, day: string, orders: DemoTransferOrder[]): string {
  const received = orders.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const opening = 1_250_000_00;
  const sum = (minor: number) => (minor / 100).toFixed(2);
  return [
    '1CClientBankExchange',
    'ВерсияФормата=1.03',
    'Кодировка=UTF-8',
    `РасчСчет=${account}`,
    'СекцияРасчСчет',
    `ДатаНачала=${dayText(day)}`,
    `ДатаКонца=${dayText(day)}`,
    `РасчСчет=${account}`,
    `НачальныйОстаток=${sum(opening)}`,
    `ВсегоПоступило=${sum(received)}`,
    'ВсегоСписано=0.00',
    `КонечныйОстаток=${sum(opening + received)}`,
    'КонецРасчСчет',
    ...orders.flatMap(({ number, payer, amountMinor, purpose }) => [
      'СекцияДокумент=Платежное поручение',
      `Номер=${number}`,
      `Дата=${dayText(day)}`,
      `Сумма=${sum(amountMinor)}`,
      `ДатаПоступило=${dayText(day)}`,
      `ПлательщикСчет=${payer.account}`,
      `Плательщик=${payer.name}`,
      `ПлательщикИНН=${payer.inn}`,
      `ПлательщикБИК=${payer.bik}`,
      `ПолучательСчет=${account}`,
      `НазначениеПлатежа=${purpose}`,
      'КонецДокумента',
    ]),
    'КонецФайла',
    '',
  ].join('\r\n');
}
