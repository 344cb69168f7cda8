import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../db/database.ts';
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
  const told = JSON.stringify(error, Object.getOwnPropertyNames(error));
  expect(told).toContain('550 5.1.1');
  expect(told).not.toContain('adresat');
});
