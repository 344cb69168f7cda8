import { encode } from 'uqr';
import type { InvoiceRow } from './invoices-store.ts';

/** For the whole amount, whatever was paid already: a document does not change. */
export function invoiceQr({ amountMinor, data }: Pick<InvoiceRow, 'amountMinor' | 'data'>): boolean[][] {
  const { seller, bank, purpose } = data;
  const { name: payee, inn, kpp } = seller;
  return qrModules(paymentQr({ payee, ...bank, inn, kpp, purpose, amountMinor }).bytes);
}

export interface PaymentOrder {
  payee: string;
  account: string;
  bankName: string;
  bik: string;
  /** Null for a bank that has none. */
  correspondentAccount: string | null;
  inn: string;
  /** Null for a sole proprietor. */
  kpp: string | null;
  purpose: string;
  amountMinor: number;
}

/** «ГОСТ Р 56042» has no escaping: a separator that occurs in a value would let that value redirect the payment. */
const separators = [...'|#;:^_~{}!$%&()*+,/@'];
const maxRequiredBytes = 300;
const maxLengths = { payee: 160, bankName: 45, purpose: 210 };

type Field = readonly [key: string, value: string];

/** The text and its bytes in the charset that its head names. */
export interface QrPayload {
  text: string;
  bytes: Uint8Array;
}

const toLine = (text: string) => text.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
const cut = (text: string, length: number) => Array.from(toLine(text)).slice(0, length).join('').trim();
const toUtf8 = (text: string) => new TextEncoder().encode(text);

/** UTF-8 where the required fields fit into 300 bytes, else windows-1251, else a shorter name. */
export function paymentQr(order: PaymentOrder): QrPayload {
  const name = cut(order.payee, maxLengths.payee);
  const inUtf8 = compose('ST00012', order, name);
  if (fits(toUtf8, inUtf8.required)) return { text: inUtf8.text, bytes: toUtf8(inUtf8.text) };
  for (let length = name.length; length > 0; length -= 1) {
    const { text, required } = compose('ST00011', order, cut(name, length));
    const bytes = encodeWindows1251(text);
    if (!bytes) break;
    if (fits(encodeWindows1251, required)) return { text, bytes };
  }
  return shortened(order, name);
}

/** The name has characters that only UTF-8 knows. */
function shortened(order: PaymentOrder, name: string): QrPayload {
  let length = name.length;
  let composed = compose('ST00012', order, name);
  while (!fits(toUtf8, composed.required) && length > 1) {
    length -= 1;
    composed = compose('ST00012', order, cut(name, length));
  }
  return { text: composed.text, bytes: toUtf8(composed.text) };
}

function fits(encode: (text: string) => Uint8Array | null, required: string): boolean {
  return (encode(required)?.length ?? Number.POSITIVE_INFINITY) <= maxRequiredBytes;
}

/** Sber's application reads the fields in this order alone. */
function compose(head: string, order: PaymentOrder, name: string): { text: string; required: string } {
  const required: Field[] = [
    ['Name', name],
    ['PersonalAcc', order.account],
    ['BankName', cut(order.bankName, maxLengths.bankName)],
    ['BIC', order.bik],
    ['CorrespAcc', order.correspondentAccount ?? '0'],
  ];
  const others: Field[] = [
    ...(order.kpp ? [['KPP', order.kpp] as const] : []),
    ['PayeeINN', order.inn],
    ['Purpose', cut(order.purpose, maxLengths.purpose)],
    ['Sum', String(order.amountMinor)],
  ];
  const values = [...required, ...others].map(([, value]) => value).join('');
  const separator = separators.find((candidate) => !values.includes(candidate)) ?? '|';
  const write = (fields: Field[]) =>
    fields.map(([key, value]) => `${key}=${value.replaceAll(separator, ' ')}`).join(separator);
  const block = write(required);
  return { text: `${head}${separator}${block}${separator}${write(others)}`, required: block };
}

/** The runtime only decodes: bytes by character, turned around. */
const bytesByCharacter = new Map(
  Array.from(
    new TextDecoder('windows-1251').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)),
    (character, byte) => [character, byte],
  ),
);

/** Null when a character has no byte there. */
function encodeWindows1251(text: string): Uint8Array | null {
  const bytes: number[] = [];
  for (const character of text) {
    const byte = bytesByCharacter.get(character);
    if (byte === undefined) return null;
    bytes.push(byte);
  }
  return Uint8Array.from(bytes);
}

/** Rows of modules, true for black, without a border. Bytes as they are: readers take the charset from the text. */
export function qrModules(bytes: Uint8Array): boolean[][] {
  return encode(Array.from(bytes), { ecc: 'M', boostEcc: false, border: 0 }).data;
}
