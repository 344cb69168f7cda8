import { createHash } from 'node:crypto';
import { isAnnulled } from '@kazna/contract/cabinet/documents';
import type { FieldError } from '@kazna/contract/shared/problems';
import type { DocumentRow } from '../monthly/document-data.ts';
import type { ExchangeSides } from '../parties-store.ts';
import { brokenRules } from './rules.ts';
import { isProprietor, nameOfProprietor } from './sides.ts';
import { documentElement, type ExchangedRow, moscowTime, purposeOf } from './upd-elements.ts';
import { element, xmlFile } from './xml.ts';

/** Invoices to pay and reconciliations have no format that everybody accepts. */
export function isExchanged(document: DocumentRow): document is ExchangedRow {
  return document.kind !== 'reconciliation';
}

/** What people have to fill in before the file can be made, by the field that they know it by. */
export function missingFor(document: ExchangedRow, sides: ExchangeSides): FieldError[] {
  const { data } = document;
  // Nothing that is filled in would help.
  const reason = withoutFile(document);
  if (reason) return [{ path: 'lines', message: reason }];
  const lacks: Lack[] = [
    [isNameless(data.seller), 'seller.name', 'Фамилия и имя предпринимателя в названии продавца'],
    [hasLongName(data.seller), 'seller.name', `${tooLong} в названии продавца`],
    [!sides.buyer.edo, 'buyer.edo', 'Идентификатор ЭДО покупателя'],
    [isNameless(data.buyer), 'buyer.name', 'Фамилия и имя предпринимателя в названии покупателя'],
    [hasLongName(data.buyer), 'buyer.name', `${tooLong} в названии покупателя`],
    [purposeOf(document) !== 'ДОП' && !data.buyer.address, 'buyer.address', 'Адрес покупателя в документе'],
  ];
  return [...missingOfSeller(sides), ...lackingOf(lacks)];
}

/** What no file can do without, whatever the document. */
export function missingOfSeller({ seller }: ExchangeSides): FieldError[] {
  return lackingOf([
    [!seller.edo, 'seller.edo', 'Идентификатор ЭДО продавца'],
    [!seller.signer, 'seller.signer', 'Подписант продавца'],
  ]);
}

type Lack = [isLacking: boolean, path: string, message: string];
const lackingOf = (lacks: Lack[]): FieldError[] =>
  lacks.filter(([isLacking]) => isLacking).map(([, path, message]) => ({ path, message }));

type Named = { name: string; inn: string };
const isNameless = (party: Named) => isProprietor(party) && !nameOfProprietor(party.name);

/** The format's. What stands behind the name counts as a patronymic, whatever it says. */
const maxNamePart = 60;
const tooLong = `Фамилия, имя и отчество предпринимателя без других слов, каждое до ${maxNamePart} знаков,`;
const hasLongName = (party: Named) =>
  isProprietor(party) && Object.values(nameOfProprietor(party.name) ?? {}).some((part) => part?.length > maxNamePart);

/** Why a document has no file at all; documents of older versions have sums below zero. */
function withoutFile(document: ExchangedRow): string | undefined {
  const { amountMinor, data } = document;
  if (isAnnulled(document))
    return document.kind === 'advance_invoice'
      ? 'Документ аннулирован: зачисление перевода отменили'
      : 'Документ аннулирован: всё, что списали за месяц, вернули на баланс';
  const isBelowZero = amountMinor < 0 || ('lines' in data && data.lines.some((line) => line.amountMinor < 0));
  return isBelowZero ? 'Суммы ниже нуля бывают только в корректировочном документе (УКД)' : undefined;
}

export interface ExchangeFile {
  name: string;
  content: Buffer;
}

export function makeExchangeFile(document: ExchangedRow, sides: ExchangeSides): ExchangeFile | FieldError[] {
  const missing = missingFor(document, sides);
  const { seller, buyer } = sides;
  if (missing.length > 0 || !seller.signer) return missing;
  const content = documentElement(document, seller.signer);
  const [day] = moscowTime(document.createdAt);
  const ids = [buyer.edo, seller.edo, day.split('.').toReversed().join('')];
  // No goods that are traced, marked, alcohol, tobacco or oil.
  const id = ['ON_NSCHFDOPPR', ...ids, guidOf([...ids, content]), '0_0_0_0_0_00'].join('_');
  const file = element('Файл', { ИдФайл: id, ВерсФорм: '5.03', ВерсПрог: 'Казна' }, [content]);
  const name = `${id}.xml`;
  const broken = brokenRules(file, name);
  return broken.length > 0 ? broken : { name, content: xmlFile(file) };
}

/** Of what the file says: made twice it is the same file, and another one never bears its name. */
function guidOf(content: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
