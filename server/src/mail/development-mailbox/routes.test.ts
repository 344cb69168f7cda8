import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { keepLetter } from './store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(inject('databaseUrl'));
  for (const [to, subject] of [
    ['maria@example.ru', 'Первое'],
    ['ivan@example.ru', 'Чужое'],
    ['maria@example.ru', '<script>Второе</script>'],
  ] as const) {
    await keepLetter(app.db, { to, subject, text: `Ссылка: https://kazna.example.ru/?t=1\n${subject}`, html: '<p>' });
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
});
afterAll(() => app.close());

test('letters come as JSON, newest first, with their links', async () => {
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
  });
  expect((await app.app.inject('/dev/mail.json')).json()).toHaveLength(3);
});

test('the page shows letters without running what they hold', async () => {
  const { body, headers } = await app.app.inject('/dev/mail');
  expect(body).toContain('Первое');
  expect(body).not.toContain('<script>');
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; form-action 'none'; base-uri 'none';/,
  );
});

test('with a mail server there is no mailbox to read', async () => {
  const other = await startTestApp(inject('databaseUrl'), { env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
  onTestFinished(() => other.close());
  for (const url of ['/dev/mail', '/dev/mail.json']) {
    expect((await other.app.inject(url)).statusCode).toBe(404);
  }
});
