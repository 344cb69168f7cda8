import { expect, test } from 'vitest';
import { renderLetter } from './render-letter.ts';

const content = {
  subject: 'Подтвердите\r\nBcc: all@example.ru',
  name: '<b>Мария</b> & "Ко"',
  paragraphs: ['Первое.', 'Второе.'],
  action: { label: 'Открыть', url: 'https://kazna.example.ru/?a=1&b="2"' },
  note: 'Мелко.',
};
const brand = { name: 'Казна', color: '#0268d0' };
const letter = renderLetter('maria@example.ru', content, brand);

test('a letter says the same in text and in HTML', () => {
  for (const part of ['Первое.', 'Второе.', 'Открыть', 'Мелко.', 'Казна']) {
    expect(letter.text).toContain(part);
    expect(letter.html).toContain(part);
  }
  expect(letter.text).toContain(content.action.url);
});

test('a receipt says its sum, its facts and its one button in text and in HTML', () => {
  const receipt = renderLetter(
    'maria@example.ru',
    {
      ...content,
      sum: ['Пополнение', '1\u00a0000,00\u00a0₽'],
      facts: [
        ['Плательщик', '<i>Иван</i>'],
        ['На балансе сейчас', '5\u00a0000,00\u00a0₽'],
      ],
    },
    { name: 'Ромашка', color: '#7a1fa2' },
  );
  expect(receipt.text).toContain('Пополнение: 1\u00a0000,00\u00a0₽');
  expect(receipt.text).toContain('Плательщик: <i>Иван</i>\nНа балансе сейчас: 5\u00a0000,00\u00a0₽');
  expect(receipt.html).toMatch(/<h1[^>]*>.*Пополнение.*1\u00a0000,00\u00a0₽/);
  expect(receipt.html).toContain('&lt;i&gt;Иван');
  expect(receipt.html.match(/<tr>/g)).toHaveLength(2);
  expect(receipt.html.match(/background:#7a1fa2/g)).toHaveLength(2);
  expect(receipt.html).toContain('>Р</span>Ромашка');
});

test('user input cannot add markup to a letter', () => {
  expect(letter.html).not.toContain('<b>Мария');
  expect(letter.html).toContain('&lt;b&gt;Мария&lt;/b&gt; &amp; &quot;Ко&quot;.');
  expect(letter.html).toContain('href="https://kazna.example.ru/?a=1&amp;b=&quot;2&quot;"');
});

test('a subject cannot inject headers into a letter', () => {
  expect(letter.subject).toBe('Подтвердите Bcc: all@example.ru');
});

test('a letter loads nothing from other hosts', () => {
  expect(letter.html).not.toMatch(/src=|url\(|@import|<script|<link/);
});

test('the name of an attached file holds no path, quote or line break, and an oversized file is refused', () => {
  const attach = (name: string, size = 3) => {
    const attachments = [{ name, contentType: 'application/pdf', content: Buffer.alloc(size) }];
    return renderLetter('a@example.ru', { subject: 'Счёт', paragraphs: [], attachments }, brand).attachments?.[0]?.name;
  };
  expect(attach('Счёт КЗ-000123.pdf')).toBe('Счёт КЗ-000123.pdf');
  expect(attach('../../etc/"x"\r\nBcc: a.pdf')).toBe('_.._etc__x___Bcc_ a.pdf');
  expect(attach(`${'ж'.repeat(200)}.pdf`)).toHaveLength(100);
  expect(() => attach('a.pdf', 11 * 1024 * 1024)).toThrow('too large');
});

test('a letter that may be switched off says how, to people and to mail programs by RFC 8058', () => {
  const unsubscribeUrl = 'https://kazna.example.ru/unsubscribe?token=a.b';
  const optional = renderLetter('maria@example.ru', { ...content, unsubscribeUrl }, brand);
  expect(optional.headers).toEqual({
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
  expect(optional.text).toContain(unsubscribeUrl);
  expect(optional.html).toContain(`href="${unsubscribeUrl}"`);
  expect(letter.headers).toBeUndefined();
  expect(letter.text + letter.html).not.toContain('Не присылать');
});
