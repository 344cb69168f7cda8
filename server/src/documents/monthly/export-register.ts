import { documentKinds, isAnnulled } from '@kazna/contract/cabinet/documents';
import type { Cell } from '@kazna/contract/shared/csv';
import type { FileAnswer } from '@kazna/contract/shared/endpoint';
import { toDecimal } from '@kazna/contract/shared/money';
import type { Database } from '../../platform/db/database.ts';
import { tableFile } from '../../platform/files/table-file.ts';
import { dayInDigits } from '../calendar.ts';
import { type RegisterRow, selectRegisterRows } from './store.ts';

const header = [
  'Документ',
  'Номер',
  'Дата',
  'Исправление',
  'Заменён',
  'Покупатель',
  'ИНН',
  'Сумма',
  'В том числе НДС',
  'Валюта',
  'КПП',
  'Ставка НДС',
  'Сумма без НДС',
  'Период',
  'Договор',
  'Аннулирован',
];

function cells(document: RegisterRow): Cell[] {
  const { kind, number, day, revision, isSuperseded, buyerName, buyerInn, amountMinor, vatMinor, currency } = document;
  const sum = (minor: number) => ({ number: toDecimal({ amountMinor: minor, currency }) });
  const named = [documentKinds[kind], number, { day }, revision > 0 ? String(revision) : '', isSuperseded ? 'да' : ''];
  const { buyerKpp, vat, period, contract } = document;
  const rate = vat === null ? 'без НДС' : kind === 'advance_invoice' ? `${vat}/${100 + vat}` : `${vat}%`;
  const ground = contract ? `№ ${contract.number} от ${dayInDigits(contract.day)}` : '';
  return [
    ...[...named, buyerName, buyerInn, sum(amountMinor), sum(vatMinor), currency],
    ...[buyerKpp ?? '', rate, sum(amountMinor - vatMinor), period ?? '', ground],
    isAnnulled(document) ? 'да' : '',
  ];
}

/** Every revision, the replaced ones marked: sums count those that are not. */
export function exportRegister(db: Database, period: string): FileAnswer {
  return tableFile({
    name: `register-${period}`,
    title: 'Реестр документов',
    header,
    cells,
    readBatch: (page) => selectRegisterRows(db, { period }, page),
    format: 'xlsx',
  });
}
