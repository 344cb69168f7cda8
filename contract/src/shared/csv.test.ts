import { expect, test } from 'vitest';
import { csvRow } from './csv.ts';

test('a CSV field that begins like a formula is escaped', () => {
  expect(csvRow(['=1+1', '+7', '@x', '-2+3', '＝1'])).toBe("'=1+1;'+7;'@x;'-2+3;'＝1\r\n");
});

test.each([...'=+-@＝＋－＠'])('%j is escaped at the beginning of a CSV field only', (sign) => {
  expect(csvRow([`${sign}СУММ(A1)`, `А${sign}Б`])).toBe(`'${sign}СУММ(A1);А${sign}Б\r\n`);
});

test.each([...'\t\r\n'])('%j at the beginning of a CSV field is escaped and quoted', (sign) => {
  expect(csvRow([`${sign}x`, `${sign}=1`])).toBe(`"'${sign}x";"'${sign}'=1"\r\n`);
});

/** What a program with another separator reads, which minds quotes only at the beginning of a field. */
function splitBy(separator: string, text: string): string[] {
  const fields: string[] = [];
  const field = new RegExp(`(?:"(?:[^"]|"")*")?[^${separator}\\r\\n]*`, 'y');
  for (let at = 0; at <= text.length; ) {
    field.lastIndex = at;
    const [found = ''] = field.exec(text) ?? [];
    fields.push(found.replace(/^"((?:[^"]|"")*)"/, (_, inner: string) => inner.replaceAll('""', '"')));
    at += found.length + 1;
  }
  return fields;
}

const sneaky = [
  ',=1',
  'a,=1',
  'a,"=1',
  'a,""=1',
  'a;=1',
  'a";"=1',
  'a\t=1',
  'a\r\n=1',
  '";=1',
  'a,＝1',
  '",=1',
  ',,-1',
  '\r\n,@x',
];

test.each(sneaky)('no program sees a formula in the CSV text %j, whatever it splits by', (text) => {
  const row = csvRow(['id', text, { number: '-1500.50' }, text]);
  for (const separator of [',', ';', '\\t'])
    for (const field of splitBy(separator, row.trimEnd()))
      if (field !== '-1500,50') expect(field).not.toMatch(/^[=+\-@＝＋－＠]/);
});

test.each(sneaky)('the CSV text %j is one cell of a program that splits by semicolons', (text) => {
  const [, cell, last] = /^id;(.*);(end\r\n)$/s.exec(csvRow(['id', text, 'end'])) ?? [];
  expect([cell, last]).toEqual([expect.stringMatching(/^"(?:[^"]|"")*"$/), 'end\r\n']);
});

test('a comma in a CSV text is quoted', () => {
  expect(csvRow(['Москва, Тверская'])).toBe('"Москва, Тверская"\r\n');
});

test('amounts in CSV stay numbers', () => {
  expect(csvRow([{ number: '-1500.50' }, { number: '0.00' }])).toBe('-1500,50;0,00\r\n');
});

test('separators and quotes inside a CSV field are quoted', () => {
  expect(csvRow(['ООО «А»; Б', 'a"b'])).toBe('"ООО «А»; Б";"a""b"\r\n');
});

test('a time in CSV is the date and time in Moscow', () => {
  expect(csvRow([{ time: '2026-11-15T22:30:05.123Z' }, { day: '2026-11-15' }])).toBe(
    '16.11.2026 01:30:05;15.11.2026\r\n',
  );
});
