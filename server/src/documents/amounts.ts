import { type Currency, toDecimal } from '@kazna/contract/shared/money';

/** For one, for two to four, for five and more. */
type Forms = readonly [one: string, few: string, many: string];

interface Unit {
  forms: Forms;
  isFeminine?: boolean;
}

const units: Record<Currency, { whole: Unit; minor: Forms }> = {
  RUB: { whole: { forms: ['рубль', 'рубля', 'рублей'] }, minor: ['копейка', 'копейки', 'копеек'] },
  USD: { whole: { forms: ['доллар США', 'доллара США', 'долларов США'] }, minor: ['цент', 'цента', 'центов'] },
  EUR: { whole: { forms: ['евро', 'евро', 'евро'] }, minor: ['евроцент', 'евроцента', 'евроцентов'] },
  KZT: { whole: { forms: ['тенге', 'тенге', 'тенге'] }, minor: ['тиын', 'тиына', 'тиынов'] },
  BYN: {
    whole: { forms: ['белорусский рубль', 'белорусских рубля', 'белорусских рублей'] },
    minor: ['копейка', 'копейки', 'копеек'],
  },
};

/** Groups of three digits from the right; the first is the currency's own. */
const scales: Unit[] = [
  { forms: ['тысяча', 'тысячи', 'тысяч'], isFeminine: true },
  { forms: ['миллион', 'миллиона', 'миллионов'] },
  { forms: ['миллиард', 'миллиарда', 'миллиардов'] },
  { forms: ['триллион', 'триллиона', 'триллионов'] },
  { forms: ['квадриллион', 'квадриллиона', 'квадриллионов'] },
];

const hundreds = ' сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот'.split(' ');
const tens = '  двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто'.split(' ');
const upToNineteen =
  ' один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать'.split(
    ' ',
  );
const feminine: Record<number, string> = { 1: 'одна', 2: 'две' };

function formFor(number: number, [one, few, many]: Forms): string {
  const [lastTwo, last] = [number % 100, number % 10];
  if (lastTwo >= 11 && lastTwo <= 14) return many;
  if (last === 1) return one;
  return last >= 2 && last <= 4 ? few : many;
}

/** 1 to 999. */
function groupInWords(number: number, isFeminine = false): string[] {
  const lastTwo = number % 100;
  const ones = lastTwo < 20 ? lastTwo : lastTwo % 10;
  return [
    hundreds[Math.floor(number / 100)],
    lastTwo < 20 ? '' : tens[Math.floor(lastTwo / 10)],
    (isFeminine && feminine[ones]) || upToNineteen[ones],
  ].filter((word): word is string => Boolean(word));
}

function wholeInWords(whole: bigint, unit: Unit): string {
  const words: string[] = [];
  for (let scale = scales.length; scale >= 0; scale -= 1) {
    const group = Number((whole / 1000n ** BigInt(scale)) % 1000n);
    if (group === 0) continue;
    const named = scales[scale - 1];
    words.push(...groupInWords(group, (named ?? unit).isFeminine));
    if (named) words.push(formFor(group, named.forms));
  }
  if (words.length === 0) words.push('ноль');
  return [...words, formFor(Number(whole % 100n), unit.forms)].join(' ');
}

/** Returns «Одна тысяча двести тридцать четыре рубля 05 копеек», as documents say it. Amounts are not negative. */
export function sumInWords(amountMinor: bigint | number, currency: Currency): string {
  const amount = BigInt(amountMinor);
  if (amount < 0n) throw new RangeError('a sum in words is not negative');
  const { whole, minor } = units[currency];
  const text = wholeInWords(amount / 100n, whole);
  const rest = Number(amount % 100n);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} ${String(rest).padStart(2, '0')} ${formFor(rest, minor)}`;
}

/** «12 500,50», as columns of documents have it. */
export function amountText(amountMinor: number): string {
  const [whole = '', rest] = toDecimal({ amountMinor: Math.abs(amountMinor), currency: 'RUB' }).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '\u00a0');
  return `${amountMinor < 0 ? '−' : ''}${grouped},${rest}`;
}
