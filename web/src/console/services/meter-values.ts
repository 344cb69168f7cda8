import { type Currency, parseAmount } from '@kazna/contract/shared/money';
import {
  fromMillionths,
  type MeterTerms,
  type Tier,
  toMillionths,
  type UsagePrice,
} from '@kazna/contract/shared/usage-price';
import { formatTypedAmount } from '../../ui/forms/typed-amount.tsx';

export const maxMeters = 20;
const prefix = 'version.meters.';

/** Texts of the fields by name. */
type TermsValues = Record<string, string>;
type MeterRow = TermsValues;

export const emptyMeter: MeterRow = {
  meter: '',
  'price.model': 'unit',
  'price.unitMinor': '',
  'price.tiers': '',
  'price.size': '',
  'price.packageMinor': '',
  includedQuantity: '0',
  minimumMinor: '0',
};

export function meterRows(values: TermsValues): MeterRow[] {
  const rows: MeterRow[] = [];
  for (const [name, value] of Object.entries(values)) {
    if (!name.startsWith(prefix)) continue;
    const [at = '', ...rest] = name.slice(prefix.length).split('.');
    const row = rows[Number(at)] ?? {};
    row[rest.join('.')] = value;
    rows[Number(at)] = row;
  }
  return rows;
}

/** The values with other rows of meters. */
export function withMeterRows(values: TermsValues, rows: MeterRow[]): TermsValues {
  const others = Object.entries(values).filter(([name]) => !name.startsWith(prefix));
  const own = rows.flatMap((row, at) => Object.entries(row).map(([name, value]) => [`${prefix}${at}.${name}`, value]));
  return Object.fromEntries([...others, ...own]);
}

export function meterValues(meters: MeterTerms[], currency: Currency): TermsValues {
  return withMeterRows(
    {},
    meters.map((terms) => rowOf(terms, currency)),
  );
}

function rowOf({ meter, price, includedQuantity, minimumMinor }: MeterTerms, currency: Currency): MeterRow {
  const amount = (amountMinor: number) => formatTypedAmount({ amountMinor, currency });
  return {
    ...emptyMeter,
    ...{ meter, 'price.model': price.model, includedQuantity: typedDecimal(includedQuantity) },
    minimumMinor: amount(minimumMinor),
    ...(price.model === 'unit' && { 'price.unitMinor': typedPrice(price.unitMinor) }),
    ...(price.model === 'package' && {
      'price.size': typedDecimal(price.size),
      'price.packageMinor': amount(price.packageMinor),
    }),
    ...('tiers' in price && { 'price.tiers': price.tiers.map((tier) => typedTier(tier, amount)).join('\n') }),
  };
}

const typedDecimal = (value: string | number) => String(value).replace('.', ',');

/** A price of one unit may have eight decimals of the currency: «0,0035» for 0.35 kopecks. */
function typedPrice(unitMinor: string | number): string {
  const digits = String(toMillionths(unitMinor) ?? 0n).padStart(9, '0');
  return `${digits.slice(0, -8)},${digits.slice(-8, -6)}${digits.slice(-6).replace(/0+$/, '')}`;
}

function typedTier({ upTo, unitMinor, flatMinor }: Tier, amount: (minor: number) => string): string {
  const bound = upTo === null ? 'дальше' : `до ${typedDecimal(upTo)}`;
  return `${bound}: ${typedPrice(unitMinor)}${flatMinor > 0 ? ` + ${amount(flatMinor)}` : ''}`;
}

interface TypedMeter {
  meter?: string;
  price?: { model?: string; unitMinor?: string; tiers?: string; size?: string; packageMinor?: string };
  includedQuantity?: string;
  minimumMinor?: string;
}

/** What cannot be read is left for the schema to refuse. */
export function readMeters(typed: unknown, currency: Currency): MeterTerms[] {
  const rows = Array.isArray(typed) ? (typed as TypedMeter[]) : [];
  const amountOf = (text = '0') => parseAmount(text, currency) ?? text;
  return rows.map(
    ({ meter, price = {}, includedQuantity = '0', minimumMinor }) =>
      ({
        meter,
        price: readPrice(price, amountOf),
        includedQuantity: readDecimal(includedQuantity),
        minimumMinor: amountOf(minimumMinor),
      }) as MeterTerms,
  );
}

function readPrice(price: NonNullable<TypedMeter['price']>, amountOf: (text?: string) => unknown): UsagePrice {
  const { model = 'unit', unitMinor = '', tiers = '', size = '', packageMinor } = price;
  if (model === 'unit') return { model, unitMinor: readUnitPrice(unitMinor) ?? unitMinor };
  if (model === 'package') return { model, size: readDecimal(size), packageMinor: amountOf(packageMinor) as number };
  return { model: model as 'graduated', tiers: readTiers(tiers, amountOf) as Tier[] };
}

function readDecimal(text: string): string {
  const plain = text.replace(/\s/g, '').replace(',', '.');
  const millionths = toMillionths(plain);
  return millionths === null ? text : fromMillionths(millionths);
}

function readUnitPrice(text: string): string | undefined {
  const match = /^(\d{1,9})(?:[.,](\d{1,8}))?$/.exec(text.replace(/\s/g, ''));
  if (!match) return undefined;
  const [, units = '', fraction = ''] = match;
  const cents = fraction.slice(0, 2).padEnd(2, '0');
  return fromMillionths(BigInt(`${units}${cents}${fraction.slice(2).padEnd(6, '0')}`));
}

const tierLine =
  /^(?:до\s+([\d\s]+(?:[.,]\d+)?)|дальше)\s*:\s*([\d\s]+(?:[.,]\d+)?)(?:\s*\+\s*([\d\s]+(?:[.,]\d+)?))?$/i;

/** «до 100: 2,00 + 10» a line, «дальше: 0,50» the last one. Returns the text where a line is none. */
function readTiers(text: string, amountOf: (text?: string) => unknown): unknown {
  const matches = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => tierLine.exec(line));
  if (matches.some((match) => match === null)) return text;
  return matches.map((match) => {
    const [, upTo, unit = '', flat = '0'] = match as RegExpExecArray;
    const bound = upTo === undefined ? null : readDecimal(upTo);
    return { upTo: bound, unitMinor: readUnitPrice(unit) ?? unit, flatMinor: amountOf(flat.trim()) };
  });
}
