/** Writes `1CClientBankExchange` files as banks do, each with habits of its own. */

interface WrittenParty {
  account: string;
  name: string;
  inn: string;
  bik: string;
}

export interface WrittenDocument {
  kind?: string;
  number: string;
  /** ISO. */
  day: string;
  amountMinor: number;
  payer: WrittenParty;
  payee: WrittenParty;
  purpose: string;
}

export interface Habits {
  encoding: 'windows-1251' | 'ibm866' | 'utf-8';
  lineEnd: '\r\n' | '\n' | '\r';
  /** What `Кодировка=` claims, right or wrong. */
  claims: string;
  /** Which of the two days is filled in, and whether the other one is an empty key. */
  filledDay: 'ДатаПоступило' | 'ДатаСписано' | 'both' | 'none';
  accountKey: 'Счет' | 'РасчСчет';
  hasNames: boolean;
  hasUnknownKeys: boolean;
  hasBlankLines: boolean;
  hasEnd: boolean;
  splitsPurpose: boolean;
  decimals: '.' | ',';
  /** The fields of a section in the opposite order. */
  isReversed: boolean;
}

export const plainHabits: Habits = {
  encoding: 'windows-1251',
  lineEnd: '\r\n',
  claims: 'Windows',
  filledDay: 'ДатаПоступило',
  accountKey: 'Счет',
  hasNames: true,
  hasUnknownKeys: false,
  hasBlankLines: false,
  hasEnd: true,
  splitsPurpose: false,
  decimals: '.',
  isReversed: false,
};

/** Letters by byte, from 128 on, turned around from what the runtime decodes. */
function encoderOf(encoding: 'windows-1251' | 'ibm866'): Map<string, number> {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  return new Map(Array.from(new TextDecoder(encoding).decode(bytes), (letter, byte) => [letter, byte]));
}

const encoders = { 'windows-1251': encoderOf('windows-1251'), ibm866: encoderOf('ibm866') };

export function encode(text: string, encoding: Habits['encoding']): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  const encoder = encoders[encoding];
  return Uint8Array.from(Array.from(text, (letter) => encoder.get(letter) ?? 63));
}

const dayText = (iso: string) => iso.split('-').toReversed().join('.');

function sumText(amountMinor: number, { decimals }: Habits): string {
  const digits = String(amountMinor).padStart(3, '0');
  const kopecks = digits.slice(-2);
  return kopecks === '00' ? digits.slice(0, -2) : `${digits.slice(0, -2)}${decimals}${kopecks.replace(/0$/, '')}`;
}

function partyLines(side: string, party: WrittenParty, habits: Habits): string[] {
  return [
    `${side}${habits.accountKey}=${party.account}`,
    ...(habits.hasNames ? [`${side}=ИНН ${party.inn} ${party.name}`, `${side}1=${party.name}`] : []),
    `${side}ИНН=${party.inn}`,
    `${side}БИК=${party.bik}`,
    ...(habits.hasUnknownKeys ? [`${side}КорСчет=30101810400000000225`] : []),
  ];
}

function purposeLines(purpose: string, { splitsPurpose }: Habits): string[] {
  if (!splitsPurpose) return [`НазначениеПлатежа=${purpose}`];
  const words = purpose.split(' ');
  const half = Math.ceil(words.length / 2);
  return [`НазначениеПлатежа1=${words.slice(0, half).join(' ')}`, `НазначениеПлатежа2=${words.slice(half).join(' ')}`];
}

const inOrder = (lines: string[], { isReversed }: Habits) => (isReversed ? lines.toReversed() : lines);

function documentLines(document: WrittenDocument, habits: Habits): string[] {
  const { filledDay } = habits;
  const isFilled = (key: string) => filledDay === key || filledDay === 'both';
  const fields = [
    `Номер=${document.number}`,
    `Дата=${dayText(document.day)}`,
    `Сумма=${sumText(document.amountMinor, habits)}`,
    ...['ДатаПоступило', 'ДатаСписано'].map((key) => `${key}=${isFilled(key) ? dayText(document.day) : ''}`),
    ...partyLines('Плательщик', document.payer, habits),
    ...partyLines('Получатель', document.payee, habits),
    ...purposeLines(document.purpose, habits),
    ...(habits.hasUnknownKeys ? ['ПоказательНеизвестный=a=b=c', 'Очередность=5'] : []),
  ];
  return [
    `СекцияДокумент=${document.kind ?? 'Платежное поручение'}`,
    ...inOrder(fields, habits),
    'КонецДокумента',
    ...(habits.hasBlankLines ? ['', '   '] : []),
  ];
}

export interface WrittenBalance {
  account: string;
  day: string;
  openingMinor: number;
  receivedMinor: number;
  spentMinor: number;
}

function balanceLines({ account, day, openingMinor, receivedMinor, spentMinor }: WrittenBalance, habits: Habits) {
  const fields = [
    `ДатаНачала=${dayText(day)}`,
    `ДатаКонца=${dayText(day)}`,
    `РасчСчет=${account}`,
    `НачальныйОстаток=${sumText(openingMinor, habits)}`,
    `ВсегоПоступило=${sumText(receivedMinor, habits)}`,
    `ВсегоСписано=${sumText(spentMinor, habits)}`,
    `КонечныйОстаток=${sumText(openingMinor + receivedMinor - spentMinor, habits)}`,
  ];
  return ['СекцияРасчСчет', ...inOrder(fields, habits), 'КонецРасчСчет'];
}

export function writeStatement(
  documents: WrittenDocument[],
  balances: WrittenBalance[] = [],
  habits: Habits = plainHabits,
): Uint8Array {
  const lines = [
    '1CClientBankExchange',
    'ВерсияФормата=1.03',
    `Кодировка=${habits.claims}`,
    'Отправитель=Банк',
    ...balances.flatMap((balance) => balanceLines(balance, habits)),
    ...documents.flatMap((document) => documentLines(document, habits)),
    ...(habits.hasEnd ? ['КонецФайла', ''] : []),
  ];
  return encode(lines.join(habits.lineEnd), habits.encoding);
}
