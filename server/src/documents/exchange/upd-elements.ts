import type { Signer } from '@kazna/contract/admin/business';
import { toDecimal } from '@kazna/contract/shared/money';
import { dayInDigits, firstDayOf, lastDayOf, monthInWords } from '../calendar.ts';
import { advanceName, type DocumentRow, type MonthData, type Reference, saidNumber } from '../monthly/document-data.ts';
import type { MonthLine } from '../monthly/month-lines.ts';
import { okeiUnit } from '../monthly/okei.ts';
import type { VatRate } from '../vat.ts';
import { partyElement, signerElement } from './sides.ts';
import { type Element, element } from './xml.ts';

export type ExchangedRow = Exclude<DocumentRow, { kind: 'reconciliation' }>;

/** СЧФ is an invoice, ДОП a document of transfer, СЧФДОП both. */
export type Purpose = 'СЧФ' | 'СЧФДОП' | 'ДОП';

export function purposeOf({ kind, data }: ExchangedRow): Purpose {
  if (kind === 'advance_invoice') return 'СЧФ';
  return data.vat === null ? 'ДОП' : 'СЧФДОП';
}

const transferName =
  'Документ об отгрузке товаров (выполнении работ), передаче имущественных прав (документ об оказании услуг)';
const invoiceAndTransferName = `Счет-фактура и ${transferName.charAt(0).toLowerCase()}${transferName.slice(1)}`;

/** What the parties call it; an invoice alone must not say it. */
function agreedName(document: ExchangedRow): string | undefined {
  if (document.kind === 'act') return 'Акт об оказании услуг';
  return { СЧФ: undefined, СЧФДОП: invoiceAndTransferName, ДОП: transferName }[purposeOf(document)];
}

/** The element below the file's: everything but the file's own name. */
export function documentElement(document: ExchangedRow, signer: Signer): Element {
  const { data, createdAt } = document;
  const purpose = purposeOf(document);
  const [day, time] = moscowTime(createdAt);
  const attributes = {
    КНД: '1115131',
    Функция: purpose,
    ПоФактХЖ: purpose === 'СЧФ' ? undefined : transferName,
    НаимДокОпр: agreedName(document),
    ДатаИнфПр: day,
    ВремИнфПр: time,
    НаимЭконСубСост: `${data.seller.name}, ИНН ${data.seller.inn}`,
  };
  return element('Документ', attributes, [
    headElement(document),
    document.kind === 'advance_invoice' ? advanceTable(document) : linesTable(document),
    document.kind !== 'advance_invoice' && transferElement(document.data),
    signerElement(signer),
  ]);
}

/** «30.04.2026» and «12.30.05». */
export function moscowTime(iso: string): [day: string, time: string] {
  const local = new Date(Date.parse(iso) + 3 * 3_600_000).toISOString();
  return [dayInDigits(local.slice(0, 10)), local.slice(11, 19).replaceAll(':', '.')];
}

/** Of all that is said of a document: name, number and date. */
const referenceElement = (name: string, title: string, { number, day }: Reference): Element =>
  element(name, { РеквНаимДок: title, РеквНомерДок: number, РеквДатаДок: dayInDigits(day) });

/** Lines 1 to 8 of an invoice. */
function headElement(document: ExchangedRow): Element {
  const { number, day, revision, revisedOn, data } = document;
  const payments = 'payments' in data ? data.payments : data.payment ? [data.payment] : [];
  return element('СвСчФакт', { НомерДок: number, ДатаДок: dayInDigits(day) }, [
    revisedOn ? element('ИспрДок', { НомИспр: String(revision), ДатаИспр: dayInDigits(revisedOn) }) : undefined,
    partyElement('СвПрод', data.seller),
    ...payments.map((payment) =>
      element('СвПРД', { НомерПРД: saidNumber(payment).slice(0, 30), ДатаПРД: dayInDigits(payment.day) }),
    ),
    purposeOf(document) === 'СЧФДОП' &&
      referenceElement('ДокПодтвОтгрНом', 'Универсальный передаточный документ', { number, day }),
    partyElement('СвПокуп', data.buyer),
    element('ДенИзм', { КодОКВ: '643', НаимОКВ: 'Российский рубль' }),
    factsElement(document),
    data.vatGround !== undefined &&
      element('ИнфПолФХЖ1', {}, [
        element('ТекстИнф', { Идентиф: 'ОснованиеБезНДС', Значен: `Без НДС: ${data.vatGround}` }),
      ]),
  ]);
}

/** The format has no place for line 5б: advance invoices are named as accompanying documents. */
function factsElement({ kind, data }: ExchangedRow): Element | undefined {
  if (kind === 'advance_invoice') return element('ДопСвФХЖ1', { СпОбстФСЧФ: '2' });
  if (data.advances.length === 0) return undefined;
  return element(
    'ДопСвФХЖ1',
    {},
    data.advances.map((advance) => referenceElement('СопрДокФХЖ', 'АСЧФ', advance)),
  );
}

const rubles = (amountMinor: number) => toDecimal({ amountMinor, currency: 'RUB' });

/** Never 0.00 for who pays no VAT. */
const taxElement = (name: string, vat: VatRate, vatMinor: number): Element =>
  element(name, {}, [vat === null ? element('БезНДС', {}, ['без НДС']) : element('СумНал', {}, [rubles(vatMinor)])]);

function linesTable({ data, amountMinor, vatMinor }: Extract<ExchangedRow, { kind: 'act' | 'upd' }>): Element {
  const lines = data.lines.filter((line) => line.amountMinor !== 0);
  const totals = { СтТовБезНДСВсего: rubles(amountMinor - vatMinor), СтТовУчНалВсего: rubles(amountMinor) };
  return element('ТаблСчФакт', {}, [
    ...lines.map((line, index) => lineElement(line, index, data.vat)),
    element('ВсегоОпл', totals, [taxElement('СумНалВсего', data.vat, vatMinor)]),
  ]);
}

function lineElement(line: MonthLine, index: number, vat: VatRate): Element {
  const { name, amountMinor, vatMinor } = line;
  const { unit, quantity } = line.unit
    ? { unit: line.unit, quantity: line.quantity }
    : { unit: 'усл. ед.', quantity: 1 };
  const okei = okeiUnit(unit);
  const netMinor = amountMinor - vatMinor;
  const attributes = {
    НомСтр: String(index + 1),
    НаимТов: name,
    ОКЕИ_Тов: okei?.code,
    НаимЕдИзм: okei?.sign ?? unit,
    КолТов: String(quantity),
    ЦенаТов: unitPrice(netMinor, quantity),
    СтТовБезНДС: rubles(netMinor),
    НалСт: vat === null ? 'без НДС' : `${vat}%`,
    СтТовУчНал: rubles(amountMinor),
  };
  return element('СведТов', attributes, [
    element('ДопСведТов', { ПрТовРаб: '3' }),
    element('Акциз', {}, [element('БезАкциз', {}, ['без акциза'])]),
    taxElement('СумНал', vat, vatMinor),
  ]);
}

/** To eleven places, so that quantity and price give the sum; the printed form rounds it to kopecks. */
function unitPrice(netMinor: number, quantity: number): string {
  const scale = 10n ** 9n;
  const divisor = BigInt(quantity);
  const scaled = (BigInt(netMinor) * scale * 2n + divisor) / (divisor * 2n);
  const digits = String(scaled).padStart(12, '0');
  const fraction = digits.slice(-11).replace(/0+$/, '').padEnd(2, '0');
  return `${digits.slice(0, -11)}.${fraction}`;
}

function advanceTable(document: Extract<ExchangedRow, { kind: 'advance_invoice' }>): Element {
  const { amountMinor, vatMinor } = document;
  const vat = document.data.vat ?? 0;
  const total = rubles(amountMinor);
  const line = { НомСтр: '1', НаимТов: advanceName, НалСт: `${vat}/${100 + vat}`, СтТовУчНал: total };
  return element('ТаблСчФакт', {}, [
    element('СведТов', line, [taxElement('СумНал', vat, vatMinor)]),
    element('ВсегоОпл', { СтТовУчНалВсего: total }, [taxElement('СумНалВсего', vat, vatMinor)]),
  ]);
}

/** The public offer has neither number nor date, so it is no document to name. */
function transferElement({ period, buyer }: MonthData): Element {
  const attributes = {
    СодОпер: `Услуги за ${monthInWords(period)} оказаны в полном объёме`,
    ДатаПер: dayInDigits(lastDayOf(period)),
    ДатаНачПер: dayInDigits(firstDayOf(period)),
    ДатаОконПер: dayInDigits(lastDayOf(period)),
  };
  return element('СвПродПер', {}, [
    element('СвПер', attributes, [
      buyer.contract ? referenceElement('ОснПер', 'Договор', buyer.contract) : element('БезДокОснПер', {}, ['1']),
    ]),
  ]);
}
