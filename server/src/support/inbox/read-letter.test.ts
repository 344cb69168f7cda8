import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerAddress, findTags, isSignedFor } from './answer-address.ts';
import { answerLine, cutQuote } from './cut-quote.ts';
import { textOfHtml } from './html-text.ts';
import { readLetter } from './read-letter.ts';

/** Of an encoding with one byte a character. */
function encode(charset: string, text: string): Buffer {
  const decoder = new TextDecoder(charset);
  const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
  return Buffer.from([...text].map((character) => bytes.get(character) as number));
}

const quotedPrintable = (bytes: Buffer) =>
  [...bytes].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');

function letter(headers: string[], body: string | Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${headers.join('\r\n')}\r\n\r\n`), Buffer.from(body)]);
}

const said = 'Счёт № 5 — «оплачен»'.replace('№', 'N').replace(/[—«»]/g, '-');

describe('encodings', () => {
  test.each(['koi8-r', 'windows-1251', 'utf-8', 'iso-8859-5'])(
    'a letter in %s is read however it is carried',
    async (charset) => {
      const bytes = charset === 'utf-8' ? Buffer.from(said) : encode(charset, said);
      const type = `Content-Type: text/plain; charset=${charset}`;
      const carried: [string, string | Buffer][] = [
        ['8bit', bytes],
        ['base64', bytes.toString('base64')],
        ['quoted-printable', quotedPrintable(bytes)],
      ];
      for (const [encoding, body] of carried) {
        const raw = letter([type, `Content-Transfer-Encoding: ${encoding}`], body);
        expect(await readLetter(raw), encoding).toEqual({ text: said, files: [] });
      }
    },
  );

  test('names of files are read from encoded words and from RFC 2231', async () => {
    const part = (disposition: string) =>
      `--b\r\nContent-Type: application/pdf\r\nContent-Disposition: ${disposition}\r\n\r\n%PDF-\r\n`;
    const word = `=?koi8-r?B?${encode('koi8-r', 'чек.pdf').toString('base64')}?=`;
    const body = [
      part(`attachment; filename="${word}"`),
      part(`attachment; filename*=UTF-8''${encodeURIComponent('акт.pdf')}`),
      '--b--',
    ].join('');
    const { files, text } = await readLetter(letter(['Content-Type: multipart/mixed; boundary=b'], body));
    expect(files.map(({ name }) => name)).toEqual(['чек.pdf', 'акт.pdf']);
    expect(text).toBe('Письмо без текста.');
  });
});

test('a letter of more parts than anybody sends is refused, and one of many dashes is read', async () => {
  const part = '--b\r\nContent-Disposition: attachment; filename=a.txt\r\n\r\nx\r\n';
  const parts = (count: number) => letter(['Content-Type: multipart/mixed; boundary=b'], part.repeat(count));
  await expect(readLetter(parts(10_001))).rejects.toThrow('too many parts');
  expect((await readLetter(parts(100))).files).toHaveLength(100);
  const dashes = letter(['Content-Type: text/plain; charset=utf-8'], `Таблица${'\r\n-- --'.repeat(5000)}`);
  expect((await readLetter(dashes)).text).toMatch(/^Таблица\n-- --\n/);
});

describe('pages', () => {
  test('a letter that is a page alone is its text, without scripts, styles and the quoted letter', async () => {
    const page = `<html><head><title>Тема</title><style>p { color: red }</style></head><body><script>alert(1)</script>
      <p>Добрый&nbsp;день!<br>Чек&#32;<b>не</b> при&shy;шёл &lt;совсем&gt;.</p><!-- <p>тайное</p> -->
      <div class="gmail_quote"><div>Казна пишет:</div><blockquote>Чек <blockquote>старое</blockquote> отправлен.</blockquote></div>
      <p>Мария</p></body></html>`;
    const raw = letter(['Content-Type: text/html; charset=utf-8'], page);
    expect((await readLetter(raw)).text).toBe('Добрый день!\nЧек не пришёл <совсем>.\n\nМария');
  });

  test('a page of any shape is read in time that grows with its length', () => {
    for (const piece of ['<', '<a ', '<!--', '<div class="gmail_quote">', '&', '<p', '<blockquote></blockquote>']) {
      expect(textOfHtml(piece.repeat(200_000)).length).toBeLessThan(1_000_000);
    }
    expect(textOfHtml(`<${'a'.repeat(300_000)}`)).toHaveLength(300_001);
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('<', '>', '/', '!--', '-->', 'blockquote', 'p', ' ', '&#', ';', '9', 'я')),
        (parts) => {
          expect(textOfHtml(parts.join('')).length).toBeLessThanOrEqual(parts.join('').length + 1);
        },
      ),
    );
  });
});

describe('the quoted letter', () => {
  const ours = [answerLine, '', 'Здравствуйте, Мария.', '', 'Поддержка ответила: чек отправлен.'];
  test.each<[string, string[], string]>([
    [
      'Яндекс',
      ['Спасибо!', '', '16.11.2026, 15:04, "Казна" <a@b.ru>:', ...ours.map((line) => `> ${line}`)],
      'Спасибо!',
    ],
    [
      'Gmail',
      [
        'Спасибо!',
        '',
        'пн, 16 нояб. 2026 г. в 15:04, Казна <',
        'noreply@b.ru>:',
        '',
        ...ours.map((line) => `> ${line}`),
      ],
      'Спасибо!',
    ],
    ['Thunderbird', ['On 16.11.2026 15:04, Kazna wrote:', '> Чек отправлен.', '', 'Не пришёл.'], 'Не пришёл.'],
    [
      'Outlook',
      ['Не пришёл.', '', '________________________________', 'От: Казна <a@b.ru>', 'Тема: Чек', ...ours],
      'Не пришёл.',
    ],
    ['an unknown program', ['Не пришёл.', '', 'Казна <a@b.ru> писал(а):', '', ...ours], 'Не пришёл.'],
    ['answers between lines', ['> Какой счёт?', 'Пятый.', '> Когда?', 'Вчера.'], 'Пятый.\nВчера.'],
    ['nothing quoted', ['Спасибо!', '', 'Мария'], 'Спасибо!\n\nМария'],
  ])('%s: what the person wrote is left', (_program, lines, left) => {
    expect(cutQuote(lines.join('\n'))).toBe(left);
  });

  test.each<[string, string, string]>([
    ['an address that never ends', `<${'@'.repeat(100_000)}`, '> q'],
    ['blanks over many quoted lines', `x\n${' '.repeat(200_000)}x`, '>\n'.repeat(200_000)],
  ])('%s is read in time that grows with its length', (_what, own, quoted) => {
    expect(cutQuote(`${own}\n${quoted}`)).toBe(own);
  });

  test('a letter that is nothing but a quotation loses nothing', async () => {
    const raw = letter(['Content-Type: text/plain; charset=utf-8'], '> Когда?\r\n> Вчера');
    expect((await readLetter(raw)).text).toBe('> Когда?\n> Вчера');
  });
});

test('an answer address fits the 64 characters of mail, survives another case, and is of one person and request', () => {
  const key = Buffer.alloc(32, 7);
  const [requestId, userId] = [crypto.randomUUID(), crypto.randomUUID()];
  const inbox = 'abcdefghijklmnopqrstuvwxyz12@example.ru';
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 36 ** 10 - 1 }), (number) => {
      const address = answerAddress(key, inbox, { requestId, number, userId });
      expect(address.indexOf('@')).toBeLessThanOrEqual(64);
      const [tag, ...others] = findTags(inbox, [address.toUpperCase(), address, 'someone@example.ru']);
      expect([tag?.number, others]).toEqual([number, []]);
      expect(tag && isSignedFor(key, tag, { requestId, userId })).toBe(true);
      expect(tag && isSignedFor(key, tag, { requestId, userId: requestId })).toBe(false);
      expect(tag && isSignedFor(Buffer.alloc(32), tag, { requestId, userId })).toBe(false);
    }),
  );
});
