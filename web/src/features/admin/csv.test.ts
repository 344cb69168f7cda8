import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

test('a CSV field that begins like a formula is escaped', () => {
  expect(toCsv([['=1+1', '+7', '@x', '-2+3', '\tx', '＝1']])).toBe("\ufeff'=1+1;'+7;'@x;'-2+3;'\tx;'＝1\r\n");
});

test.each([...'=+-@＝＋－＠\t'])('%j is escaped at the beginning of a CSV field only', (sign) => {
  expect(toCsv([[`${sign}СУММ(A1)`, `А${sign}Б`]])).toBe(`\ufeff'${sign}СУММ(A1);А${sign}Б\r\n`);
});

test.each([...'\r\n'])('%j at the beginning of a CSV field is escaped and quoted', (sign) => {
  expect(toCsv([[`${sign}=1`]])).toBe(`\ufeff"'${sign}=1"\r\n`);
});

test('amounts in CSV stay numbers', () => {
  expect(toCsv([['-1500,50', '0,00']])).toBe('\ufeff-1500,50;0,00\r\n');
});

test('separators and quotes inside a CSV field are quoted', () => {
  expect(toCsv([['ООО «А»; Б', 'a"b']])).toBe('\ufeff"ООО «А»; Б";"a""b"\r\n');
});
