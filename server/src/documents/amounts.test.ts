import type { Currency } from '@kazna/contract/shared/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sumInWords } from './amounts.ts';

describe('sums in words', () => {
  test.each<[number, string]>([
    [123_405, 'Одна тысяча двести тридцать четыре рубля 05 копеек'],
    [50, 'Ноль рублей 50 копеек'],
    [0, 'Ноль рублей 00 копеек'],
    [1, 'Ноль рублей 01 копейка'],
    [100_002, 'Одна тысяча рублей 02 копейки'],
    [100, 'Один рубль 00 копеек'],
    [211, 'Два рубля 11 копеек'],
    [10_400, 'Сто четыре рубля 00 копеек'],
    [7601, 'Семьдесят шесть рублей 01 копейка'],
    [11_200, 'Сто двенадцать рублей 00 копеек'],
    [1414, 'Четырнадцать рублей 14 копеек'],
    [11_100_000, 'Сто одиннадцать тысяч рублей 00 копеек'],
    [100_000, 'Одна тысяча рублей 00 копеек'],
    [100_100, 'Одна тысяча один рубль 00 копеек'],
    [2_100_000, 'Двадцать одна тысяча рублей 00 копеек'],
    [1_100_000, 'Одиннадцать тысяч рублей 00 копеек'],
    [100_000_000, 'Один миллион рублей 00 копеек'],
    [200_200_202, 'Два миллиона две тысячи два рубля 02 копейки'],
    [123_456_789, 'Один миллион двести тридцать четыре тысячи пятьсот шестьдесят семь рублей 89 копеек'],
    [100_000_000_000, 'Один миллиард рублей 00 копеек'],
  ])('%i kopecks in words are «%s»', (amount, text) => {
    expect(sumInWords(amount, 'RUB')).toBe(text);
  });

  test.each<[Currency, number, string]>([
    ['USD', 2101, 'Двадцать один доллар США 01 цент'],
    ['EUR', 502, 'Пять евро 02 евроцента'],
    ['KZT', 200_005, 'Две тысячи тенге 05 тиынов'],
    ['BYN', 212, 'Два белорусских рубля 12 копеек'],
  ])('a sum of %s, %i in minor units, in words is «%s»', (currency, amount, text) => {
    expect(sumInWords(amount, currency)).toBe(text);
  });
});

/** Reads the words back, in another way than they are made. */
function readBack(text: string): bigint {
  const values: Record<string, number> = {};
  const list = (words: string, from: number, step = 1) => {
    for (const [index, word] of words.split(' ').entries()) values[word] = from + index * step;
  };
  list('ноль один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать', 0);
  list('тринадцать четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать', 13);
  list('двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто', 20, 10);
  list('сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот', 100, 100);
  list('одна две', 1);
  let [total, group] = [0n, 0n];
  const scales: [RegExp, bigint][] = [
    [/^тысяч/, 1000n],
    [/^миллион/, 1_000_000n],
    [/^миллиард/, 1_000_000_000n],
    [/^триллион/, 1_000_000_000_000n],
  ];
  const [, whole = '', minor = ''] = /^(.+) рубл\S+ (\d\d) копе\S+$/.exec(text.toLowerCase()) ?? [];
  for (const word of whole.split(' ')) {
    const scale = scales.find(([pattern]) => pattern.test(word));
    if (!scale) group += BigInt(values[word] as number);
    else [total, group] = [total + group * scale[1], 0n];
  }
  return (total + group) * 100n + BigInt(minor);
}

test('a sum in words reads back as the same sum, up to hundreds of trillions', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 99_999_999_999_999_999n }), (amount) => {
      expect(readBack(sumInWords(amount, 'RUB'))).toBe(amount);
    }),
    { numRuns: 1000 },
  );
});
