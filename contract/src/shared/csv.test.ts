import { expect, test } from 'vitest';
import { csvRow } from './csv.ts';

test('a CSV field that begins like a formula is escaped', () => {
  expect(csvRow(['=1+1', '+7', '@x', '-2+3', '\tx', '＝1'])).toBe("'=1+1;'+7;'@x;'-2+3;'\tx;'＝1\r\n");
});

test.each([...'=+-@＝＋－＠\t'])('%j is escaped at the beginning of a CSV field only', (sign) => {
  expect(csvRow([`${sign}СУММ(A1)`, `А${sign}Б`])).toBe(`'${sign}СУММ(A1);А${sign}Б\r\n`);
});

test.each([...'\r\n'])('%j at the beginning of a CSV field is escaped and quoted', (sign) => {
  expect(csvRow([`${sign}=1`])).toBe(`"'${sign}=1"\r\n`);
});

test('amounts in CSV stay numbers', () => {
  expect(csvRow([{ number: '-1500.50' }, { number: '0.00' }])).toBe('-1500,50;0,00\r\n');
});

test('separators and quotes inside a CSV field are quoted', () => {
  expect(csvRow(['ООО «А»; Б', 'a"b'])).toBe('"ООО «А»; Б";"a""b"\r\n');
});
