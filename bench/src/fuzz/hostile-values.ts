import type { Random } from './random.ts';

/** Texts that break parsers, queries, regular expressions or logs. */
const texts = [
  '',
  ' ',
  '\t\r\n',
  '\u0001\u001f\u007f',
  '\ufeffимя',
  '\u202eтекст\u202c',
  '\u2066a\u2069',
  'e\u0301'.repeat(30),
  `a${'\u0300'.repeat(500)}`,
  '👩‍👩‍👧‍👦🏳️‍🌈',
  '\u{10ffff}\u{fffff}',
  'ﷺ'.repeat(20),
  'ǅ İ ß ŉ',
  '\u2028\u2029',
  '١٢٣',
  'null',
  'undefined',
  '[object Object]',
  '__proto__',
  'constructor',
  "' or 1=1 --",
  '%',
  '_%\\',
  '\\',
  '$1 $$ {} %s %n',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  'a@b',
  '"very odd"@example.ru',
  'user@xn--e1afmkfd.xn--p1ai',
  'кириллица@пример.рф',
  '0',
  '-1',
  '1e999',
  '0x10',
  'NaN',
  '9007199254740993',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '018f0000-0000-7000-8000-00000000000',
  '{018f0000-0000-7000-8000-000000000000}',
  'urn:uuid:018f0000-0000-7000-8000-000000000000',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
  '2024-02-30T00:00:00Z',
  '2024-01-01T24:00:00Z',
  '+275760-09-13T00:00:00Z',
  '2024-01-01',
];

/** Texts that PostgreSQL refuses to store. */
const unstorableTexts = ['\0', 'a\0b', '\ud800', 'a\udfffb', '\udc00\ud800', 'ошибка\0'];

const numbers = [
  0,
  -0,
  -1,
  1,
  0.5,
  1e-9,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 53 + 2,
  2 ** 63,
  1e21,
  1e308,
  -1e308,
  100_000_000_001,
];

const others: unknown[] = [null, true, false, [], {}, [[]], [null], { length: 1 }, { toString: 1 }, [1, 'a', null]];

export function hostileText(random: Random): string {
  const turn = random.next();
  if (turn < 0.25) return random.pick(unstorableTexts);
  if (turn < 0.4) return 'я'.repeat(random.pick([127, 128, 129, 161, 255, 1025, 5000, 20_000]));
  return random.pick(texts);
}

export function hostileValue(random: Random): unknown {
  const turn = random.next();
  if (turn < 0.5) return hostileText(random);
  return turn < 0.75 ? random.pick(numbers) : random.pick(others);
}

export function malformedBody(random: Random, text: string): Buffer {
  const bodies: (() => string | Buffer)[] = [
    () => '',
    () => ' ',
    () => 'null',
    () => '[]',
    () => '"text"',
    () => '0',
    () => text.slice(0, Math.floor(text.length / 2)),
    () => `${text},`,
    () => `\ufeff${text}`,
    () => text.replace('{', '{"__proto__":{"admin":true},'),
    () => text.replace('{', '{"constructor":{"prototype":{"admin":true}},'),
    () => text.replace('{', '{"email":1,"email":"a@example.ru",'),
    () => `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    () => `{"a":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`,
    () => JSON.stringify({ filling: 'x'.repeat(70_000) }),
    () => Buffer.from(text, 'utf16le'),
    () => Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80])]),
    () => Buffer.from(text.replace(/"([^"]*)"\}/, '"$1\u00ff"}'), 'latin1'),
    () => 'email=a%40example.ru&password=1',
    () => '<?xml version="1.0"?><a/>',
    () => '{"amountMinor":1e400,"reason":"\\u0000"}',
    () => '{"amountMinor":100000000000000000000000001}',
  ];
  return Buffer.from(random.pick(bodies)() as string);
}

export const malformedContentTypes = [
  '',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'APPLICATION/JSON',
  'application/json; charset=utf-16',
  'application/json;;',
  'application/json, text/plain',
  'application/problem+json',
  'application/json5',
  'json',
  '*/*',
  '\u00ff/\u00fe',
];

/** Header values by name, sent instead of or besides the usual ones. */
export const malformedHeaders: [name: string, values: string[]][] = [
  ['x-forwarded-for', ['unknown', '', '::1', 'fe80::1%eth0', '1.2.3.4, 5.6.7.8', '999.1.1.1', 'a'.repeat(3000), '::']],
  ['x-forwarded-proto', ['https', 'gopher']],
  ['x-forwarded-host', ['evil.example', 'a'.repeat(2000)]],
  ['user-agent', ['', '\u00e9\u00ff', '<b>', 'x'.repeat(8000), 'Mozilla/5.0 (X11) Chrome/150 \u00a0']],
  ['accept', ['text/html', 'image/*;q=0', 'application/xml', '']],
  ['accept-language', ['*', 'xx-invalid-language-tag-that-is-long', 'ru;q=9']],
  ['accept-encoding', ['identity;q=0', 'br, gzip, zstd']],
  ['content-encoding', ['gzip', 'nonsense']],
  ['range', ['bytes=0-1', 'bytes=-']],
  ['if-none-match', ['*', '"x"']],
  ['if-modified-since', ['yesterday']],
  ['expect', ['100-continue', 'miracles']],
  ['upgrade', ['websocket', 'h2c']],
  ['cookie', ['a=b; tokens={}', '='.repeat(3000)]],
  ['origin', ['null', 'https://evil.example']],
  ['host', ['', 'evil.example:99999']],
  ['x-http-method-override', ['DELETE']],
  ['last-event-id', ['\u00ff', '-1']],
  ['idempotency-key', ['', 'short', 'k'.repeat(64), 'k'.repeat(65), 'with space', '\u00e9'.repeat(10), '../../..']],
];
