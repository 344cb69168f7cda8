import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../db/database.ts';
import { registry } from '../metrics.ts';
import { createMailer } from './mailer.ts';

const to = 'tajnyj.adresat@example.ru';

/** A mail server that refuses every letter and repeats the recipient. */
async function startRefusingServer(): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('220 here\r\n');
    socket.on('data', (chunk) => {
      const refusal = `550 5.1.1 <${to}>: tajnyj.adresat is unknown here\r\n`;
      socket.write(/^RCPT/i.test(chunk.toString()) ? refusal : '250 go on\r\n');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}?ignoreTLS=true`;
}

test("an SMTP error is reported without the recipient's address", async () => {
  const smtpUrl = await startRefusingServer();
  const mailer = createMailer({} as Database, { smtpUrl, from: 'kazna@example.ru', senderName: 'Казна' });
  const error = await mailer.send(to, { subject: 'Письмо', paragraphs: [] }).catch((reason: Error) => reason);
  const logged = JSON.stringify(error, Object.getOwnPropertyNames(error));
  expect(logged).toContain('550 5.1.1');
  expect(logged).not.toContain('adresat');
});

test.each(['', '220 here\r\n'])(
  'a mail server that says %j and then nothing fails the letter within its timeout',
  async (greeting) => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.write(greeting);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const smtpUrl = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}?ignoreTLS=true`;
    const timeouts = { dnsTimeout: 200, connectionTimeout: 200, greetingTimeout: 200, socketTimeout: 200 };
    const options = { smtpUrl, from: 'kazna@example.ru', senderName: 'Казна', timeouts };
    const mailer = createMailer({} as Database, options);
    await expect(mailer.send(to, { subject: 'Письмо', paragraphs: [] })).rejects.toThrow(
      'the mail server was not reached',
    );
  },
);

/** A mail server that takes everything and returns what it got. */
async function startTakingServer(): Promise<{ smtpUrl: string; received: () => string }> {
  let received = '';
  const server = createServer((socket) => {
    let isData = false;
    socket.on('error', () => {});
    socket.write('220 here\r\n');
    socket.on('data', (chunk) => {
      const text = chunk.toString();
      if (isData) received += text;
      const isStart = !isData && /^DATA/i.test(text);
      if (isData && !received.endsWith('\r\n.\r\n')) return;
      isData = isStart;
      socket.write(isStart ? '354 go on\r\n' : '250 fine\r\n');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const smtpUrl = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}?ignoreTLS=true`;
  return { smtpUrl, received: () => received };
}

test('an attachment leaves by SMTP as a file with its name and type', async () => {
  const { smtpUrl, received } = await startTakingServer();
  const mailer = createMailer({} as Database, { smtpUrl, from: 'kazna@example.ru', senderName: 'Казна' });
  const content = Buffer.from('%PDF-1.7 ...');
  const attachments = [{ name: 'invoice-1.pdf', contentType: 'application/pdf', content }];
  await mailer.send(to, { subject: 'Счёт', paragraphs: [], attachments });
  expect(received()).toContain('Content-Type: application/pdf; name=invoice-1.pdf');
  expect(received()).toContain('Content-Disposition: attachment; filename=invoice-1.pdf');
  expect(received()).toContain(content.toString('base64'));
});

test('letters that were sent and that failed are both counted from the start, since an alert compares them', async () => {
  createMailer({} as Database, { smtpUrl: 'smtp://127.0.0.1:9', from: 'kazna@example.ru', senderName: 'Казна' });
  const counted = await registry.getSingleMetric('kazna_letters_total')?.get();
  expect(counted?.values.map(({ labels }) => labels.result).sort()).toEqual(['failed', 'sent']);
});
