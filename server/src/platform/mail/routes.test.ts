import { beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { startTestApp } from '../../../tests/support/app.ts';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { saveLetter } from './mailbox-store.ts';

const app = appForThisFile();
beforeAll(async () => {
  for (const [to, subject] of [
    ['maria@example.ru', 'Первое'],
    ['ivan@example.ru', 'Чужое'],
    ['maria@example.ru', '<script>Второе</script>'],
  ] as const) {
    await saveLetter(app.db, { to, subject, text: `Ссылка: https://kazna.example.ru/?t=1\n${subject}`, html: '<p>' });
  }
});

test('the development mailbox lists letters as JSON, newest first, with links', async () => {
  const letters = (await app.app.inject('/dev/mail.json?to=Maria@Example.ru')).json();
  expect(letters.map(({ subject }: { subject: string }) => subject)).toEqual(['<script>Второе</script>', 'Первое']);
  expect(letters[1]).toEqual({
    id: expect.any(String),
    to: 'maria@example.ru',
    subject: 'Первое',
    text: expect.any(String),
    html: '<p>',
    links: ['https://kazna.example.ru/?t=1'],
    sentAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    attachments: [],
  });
  expect((await app.app.inject('/dev/mail.json')).json()).toHaveLength(3);
});

test('the development mailbox escapes what letters contain', async () => {
  const { body, headers } = await app.app.inject('/dev/mail');
  expect(body).toContain('Первое');
  expect(body).not.toContain('<script>');
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; frame-src 'self'; form-action 'none'; base-uri 'none';/,
  );
});

test('the development mailbox refuses two recipients', async () => {
  for (const url of ['/dev/mail.json?to=a&to=b', '/dev/mail?to=a&to=b']) {
    expect((await app.app.inject(url)).statusCode).toBe(400);
  }
});

test('the development mailbox shows Moscow time', async () => {
  await app.db.queryText("update development_letters set sent_at = '2026-03-01T21:30:00Z' where subject = 'Первое'");
  const { body } = await app.app.inject('/dev/mail');
  expect(body).toContain('2 марта 2026, 00:30 (МСК)');
});

test("the development mailbox shows a letter's HTML in a sandboxed frame", async () => {
  const [letter] = (await app.app.inject('/dev/mail.json?to=ivan@example.ru')).json();
  const { body } = await app.app.inject('/dev/mail');
  expect(body).toContain(`src="/dev/mail/${letter.id}"`);
  const sandboxes = [...body.matchAll(/<iframe sandbox="([^"]*)"/g)].map(([, flags]) => flags);
  expect(new Set(sandboxes)).toEqual(new Set(['allow-popups allow-popups-to-escape-sandbox']));
  const shown = await app.app.inject(`/dev/mail/${letter.id}`);
  expect(shown.statusCode).toBe(200);
  expect(shown.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(shown.body).toContain(letter.html);
  const policy = String(shown.headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).toMatch(/sandbox allow-popups allow-popups-to-escape-sandbox$/);
  expect(policy).not.toMatch(/script-src|allow-scripts|allow-same-origin|allow-forms/);
});

test.each(['no-id', '01890000-0000-7000-8000-000000000000', "'"])(
  'the development mailbox answers 404 for the letter %s',
  async (id) => {
    expect((await app.app.inject(`/dev/mail/${encodeURIComponent(id)}`)).statusCode).toBe(404);
  },
);

test('the development mailbox lists attachments and gives each to save as it was sent', async () => {
  const content = Buffer.from([0x25, 0x50, 0x44, 0x46, 0, 0xff]);
  const to = 'buh@example.ru';
  const attachments = [{ name: 'Счёт КЗ-1.pdf', contentType: 'application/pdf', content }];
  await saveLetter(app.db, { to, subject: 'Счёт', text: 'Счёт', html: '<p>', attachments });
  const [letter] = (await app.app.inject(`/dev/mail.json?to=${to}`)).json();
  const [file] = letter.attachments;
  expect(file).toEqual({ name: 'Счёт КЗ-1.pdf', bytes: 6, path: `/dev/mail/${letter.id}/files/1` });
  expect((await app.app.inject(`/dev/mail?to=${to}`)).body).toContain(`href="${file.path}"`);
  const saved = await app.app.inject(file.path);
  expect(saved.rawPayload.equals(content)).toBe(true);
  expect(saved.headers['content-type']).toBe('application/pdf');
  expect(saved.headers['content-disposition']).toBe(
    "attachment; filename*=UTF-8''%D0%A1%D1%87%D1%91%D1%82%20%D0%9A%D0%97-1.pdf",
  );
  for (const place of ['2', '0', 'x']) {
    expect((await app.app.inject(`/dev/mail/${letter.id}/files/${place}`)).statusCode).toBe(404);
  }
});

test('with a mail server there is no development mailbox', async () => {
  const other = await startTestApp(inject('databaseUrl'), { env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
  onTestFinished(() => other.close());
  for (const url of ['/dev/mail', '/dev/mail.json']) {
    expect((await other.app.inject(url)).statusCode).toBe(404);
  }
});
