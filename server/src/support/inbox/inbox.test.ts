import { getOverview } from '@kazna/contract/admin/overview';
import * as staff from '@kazna/contract/admin/requests';
import { removeMember } from '@kazna/contract/cabinet/members';
import * as contract from '@kazna/contract/cabinet/requests';
import type { SendMailOptions } from 'nodemailer';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { type Company, newCompany } from '../../../tests/support/business.ts';
import { inboxAddress, type MailExchange, startMailExchange } from '../../../tests/support/mail-exchange.ts';
import { titlesOf } from '../../../tests/support/notifications.ts';
import { newMember, type SignedIn } from '../../../tests/support/organizations.ts';
import { pngOf } from '../../../tests/support/pictures.ts';
import { plantRequest } from '../../../tests/support/requests.ts';
import { type Shop, startShop } from '../../../tests/support/shop.ts';
import { newStaff } from '../../../tests/support/staff.ts';
import { letterDispatch } from '../../notifications/jobs.ts';
import { registry } from '../../platform/metrics.ts';
import { answerAddress } from './answer-address.ts';
import { answerLine } from './cut-quote.ts';
import { requestInbox } from './read-inbox.ts';
import { letterOutcomes } from './take-letter.ts';

let mail: MailExchange;
let shop: Shop;
let support: SignedIn;
let company: Company;
beforeAll(async () => {
  mail = await startMailExchange();
  shop = await startShop(inject('databaseUrl'), mail.env);
  // The tests say when the mailbox is read.
  await shop.db.queryText("delete from pgboss.schedule where name = 'request-inbox'");
  support = await newStaff(shop, 'support');
});
afterAll(async () => {
  await shop.close();
  await mail.close();
});
beforeEach(async () => {
  company = await newCompany(shop);
});

const read = () => shop.run(requestInbox, {});
const messagesOf = async (requestId: string, by: { token: string } = company) =>
  (await shop.call(contract.listRequestMessages, { params: { requestId } }, by)).body.items;
const stateOf = async (requestId: string, by: { token: string } = company) =>
  (await shop.call(contract.getRequest, { params: { requestId } }, by)).body.state;

/** Of letters that this process has read. */
async function countsOf(): Promise<Record<string, number>> {
  const { values } = (await registry.getSingleMetric('kazna_inbox_letters_total')?.get()) ?? { values: [] };
  return Object.fromEntries(values.map(({ labels, value }) => [`${labels.result}`, value]));
}

/** What became of the letters that are read now, but for those that were none of ours. */
async function outcomes(reading: () => Promise<unknown> = read): Promise<string[]> {
  const before = await countsOf();
  await reading();
  const after = await countsOf();
  return letterOutcomes.flatMap((name) => Array<string>((after[name] ?? 0) - (before[name] ?? 0)).fill(name));
}

interface Conversation {
  requestId: string;
  number: number;
  replyTo: string;
}

/** A request of the person, and where their answer goes. */
async function conversation(by: SignedIn = company): Promise<Conversation> {
  const { requestId, number } = await plantRequest(shop.db, company.organizationId, by.id);
  const replyTo = answerAddress(shop.keys.requestAnswers, inboxAddress, { requestId, number, userId: by.id });
  return { requestId, number, replyTo };
}

function letterTo({ replyTo }: Conversation, letter: SendMailOptions = {}, from = company.email): SendMailOptions {
  return { from, to: replyTo, subject: 'Re: Ответ на обращение', text: 'Спасибо, получилось.', ...letter };
}

test('the answer to a letter about a request, by SMTP and IMAP, becomes a message of it once and opens it again', async () => {
  const { body } = await shop.call(contract.createRequest, { body: { topic: 'money', text: 'Где чек?' } }, company);
  const requestId = body.id;
  const closing = { params: { requestId }, body: { text: 'Чек отправлен.', isLast: true } };
  await shop.call(staff.answerRequest, closing, support);
  await shop.run(letterDispatch, {});
  const received = await mail.received(company.email, 'Ответ на обращение');
  const header = (name: string) => received.headers.find(({ key }) => key === name)?.value;
  expect(received.replyTo).toMatchObject([
    { address: expect.stringMatching(/^answers\+[a-z0-9-]+@kazna\.example\.ru$/) },
  ]);
  expect(received.messageId).toMatch(/^<[0-9a-f-]{36}@/);
  expect(received.references).toBe(`<conversation.${requestId}@localhost>`);
  expect(header('auto-submitted')).toBe('auto-generated');
  expect(received.text?.startsWith(answerLine)).toBe(true);
  expect(received.html).toContain(answerLine);
  expect(await stateOf(requestId)).toBe('closed');

  const quoted = `${received.text}`.split('\n').map((line) => `> ${line}`);
  const uid = await mail.send({
    ...{ from: `"Мария" <${company.email.toUpperCase()}>`, to: received.replyTo?.[0]?.address },
    ...{ subject: `Re: ${received.subject}`, inReplyTo: received.messageId, references: received.messageId },
    text: `Чек не пришёл.\r\n\r\n16.11.2026, 15:04, "Казна" <noreply@kazna.example.ru> пишет:\r\n${quoted.join('\r\n')}`,
    attachments: [{ filename: 'снимок.png', content: pngOf(2, 2) }],
  });
  expect(await outcomes()).toEqual(['taken']);
  const [message] = await messagesOf(requestId);
  expect(message).toMatchObject({ text: 'Чек не пришёл.', isByMail: true, isOwn: true, isByStaff: false });
  expect(message?.files).toMatchObject([{ name: 'снимок.png', type: 'image/png' }]);
  expect(await stateOf(requestId)).toBe('ours');
  expect(mail.imap.isSeen(uid as number)).toBe(true);
  expect(await outcomes()).toEqual([]);
  expect(await messagesOf(requestId)).toHaveLength(3);
  expect((await titlesOf(shop, support)).some((title) => title.startsWith('Клиент ответил в обращении'))).toBe(true);
});

describe('exactly once', () => {
  test('letters that are read three times at once become one message each', async () => {
    const talk = await conversation();
    for (let count = 0; count < 5; count += 1) await mail.send(letterTo(talk, { text: `Письмо ${count}.` }));
    await Promise.all([read(), read(), read()]);
    expect(await messagesOf(talk.requestId)).toHaveLength(6);
  });

  test('a connection that breaks between the message and the mark leaves one message, and later letters are read', async () => {
    const talk = await conversation();
    await mail.send(letterTo(talk));
    mail.imap.dropAt.add('UID STORE');
    await read();
    mail.imap.dropAt.clear();
    await mail.send(letterTo(talk, { text: 'Второе.' }));
    expect(await outcomes()).toEqual(['taken']);
    expect((await messagesOf(talk.requestId)).map(({ text }) => text).slice(0, 2)).toEqual([
      'Второе.',
      'Спасибо, получилось.',
    ]);
  });

  test.each(['UID SEARCH', 'UID FETCH', 'UID FETCH BODY'])(
    'a connection that breaks at %s leaves no letter out',
    async (command) => {
      const talk = await conversation();
      await mail.send(letterTo(talk));
      mail.imap.dropAt.add(command);
      expect(await outcomes()).toEqual([]);
      mail.imap.dropAt.clear();
      expect(await outcomes()).toEqual(['taken']);
      expect(await messagesOf(talk.requestId)).toHaveLength(2);
    },
  );

  async function failToStore(times: number) {
    await shop.db.queryText('alter table support_letters add constraint broken check (false) not valid');
    for (let count = 0; count < times; count += 1) await expect(read()).rejects.toThrow('broken');
    await shop.db.queryText('alter table support_letters drop constraint broken');
  }

  test('a letter whose storing fails halfway is read again, and stored once', async () => {
    const talk = await conversation();
    await mail.send(letterTo(talk));
    await failToStore(1);
    expect(await messagesOf(talk.requestId)).toHaveLength(1);
    expect(await outcomes()).toEqual(['taken']);
    expect(await messagesOf(talk.requestId)).toHaveLength(2);
  });

  test('a letter whose storing failed 20 times is none of the 20 letters an hour', async () => {
    const talk = await conversation();
    await mail.send(letterTo(talk));
    await failToStore(20);
    expect(await outcomes()).toEqual(['taken']);
  });

  test('a letter whose storing failed keeps its files, and the failures leave none behind', async () => {
    const talk = await conversation();
    const attachments = [1, 2, 3, 4, 5].map((number) => ({ filename: `${number}.txt`, content: `${number}` }));
    await mail.send(letterTo(talk, { attachments }));
    await failToStore(5);
    expect(await outcomes()).toEqual(['taken']);
    expect((await messagesOf(talk.requestId))[0]?.files).toHaveLength(5);
    const unsent = 'select from support_files where uploaded_by = $1 and message_id is null';
    expect((await shop.db.queryText(unsent, [company.id])).rows).toEqual([]);
  });

  test('a folder that is created again, and a letter that is delivered twice, add no message', async () => {
    const talk = await conversation();
    const letter = letterTo(talk, { messageId: '<one@example.ru>' });
    await mail.send(letter);
    await read();
    await mail.send(letter);
    expect(await outcomes()).toEqual(['repeated']);
    mail.imap.recreate();
    expect(await outcomes()).not.toContain('taken');
    expect(await messagesOf(talk.requestId)).toHaveLength(2);
    await mail.send(letterTo(talk, { text: 'Новое.' }));
    expect(await outcomes()).toEqual(['taken']);
  });
});

describe('only the right person', () => {
  const refused = async (letter: SendMailOptions, outcome: string, talk: Conversation) => {
    const uid = await mail.send(letter);
    expect(await outcomes()).toEqual([outcome]);
    expect(
      await shop.db.queryText('select from support_messages where request_id = $1', [talk.requestId]),
    ).toMatchObject({
      rowCount: 1,
    });
    expect(mail.imap.isSeen(uid as number)).toBe(false);
  };

  test("a stranger, a colleague and two people at once cannot write by somebody's answer address", async () => {
    const talk = await conversation();
    const colleague = await newMember(shop, company.organizationId, 'admin');
    await refused(letterTo(talk, {}, 'stranger@example.ru'), 'stranger', talk);
    await refused(letterTo(talk, {}, colleague.email), 'stranger', talk);
    await refused(letterTo(talk, { from: [company.email, colleague.email] as never }), 'stranger', talk);
  });

  test('a tag that is changed, of another request or of another installation is refused', async () => {
    const [talk, other] = [await conversation(), await conversation()];
    const [local = '', domain] = talk.replyTo.split('@');
    const changed = `${local.slice(0, -1)}${local.endsWith('a') ? 'b' : 'a'}@${domain}`;
    await refused(letterTo({ ...talk, replyTo: changed }), 'stranger', talk);
    const moved = talk.replyTo.replace(/\+[a-z0-9]+-/, `+${other.number.toString(36)}-`);
    await refused(letterTo({ ...talk, replyTo: moved }), 'stranger', other);
    const foreign = answerAddress(Buffer.alloc(32), inboxAddress, { ...talk, userId: company.id });
    await refused(letterTo({ ...talk, replyTo: foreign }), 'stranger', talk);
    await refused(letterTo({ ...talk, replyTo: inboxAddress }), 'unaddressed', talk);
  });

  test('a letter that the mailbox’s own server calls forged is refused', async () => {
    const talk = await conversation();
    const headers = { 'Authentication-Results': 'mx.example.ru; spf=pass; dmarc=fail (p=none) header.from=example.ru' };
    await refused(letterTo(talk, { headers }), 'forged', talk);
  });

  test('a blocked person, one who was removed, one whose role no longer sees the request and a closed organization add nothing', async () => {
    const talk = await conversation();
    await shop.db.queryText("update users set status = 'blocked' where id = $1", [company.id]);
    await refused(letterTo(talk), 'stranger', talk);
    await shop.db.queryText("update users set status = 'active' where id = $1", [company.id]);

    const accountant = await newMember(shop, company.organizationId, 'accountant');
    const replyTo = answerAddress(shop.keys.requestAnswers, inboxAddress, { ...talk, userId: accountant.id });
    const theirs = { ...talk, replyTo };
    await shop.db.queryText("update memberships set role = 'member' where user_id = $1", [accountant.id]);
    await refused(letterTo(theirs, {}, accountant.email), 'unseen', talk);
    const params = { organizationId: company.organizationId, userId: accountant.id };
    expect((await shop.call(removeMember, { params }, company)).status).toBe(204);
    await refused(letterTo(theirs, {}, accountant.email), 'unseen', talk);

    await shop.db.queryText("update organizations set status = 'closed', closed_at = now() where id = $1", [
      company.organizationId,
    ]);
    await refused(letterTo(talk), 'unseen', talk);
  });
});

describe('no loops', () => {
  test.each([
    ['a vacation note', { headers: { 'Auto-Submitted': 'auto-replied' } }],
    ['a note of Exchange', { headers: { 'X-Auto-Response-Suppress': 'OOF, AutoReply' } }],
    ['a letter of a list', { headers: { Precedence: 'bulk' } }],
    ['a letter without a return path', { envelope: { from: '' } }],
    ['a note that only its subject betrays', { subject: 'Автоответ: я в отпуске' }],
  ])(
    '%s adds no message',
    async (_name, { envelope, ...letter }: SendMailOptions & { envelope?: { from: string } }) => {
      const talk = await conversation();
      const sent = letterTo(talk, letter);
      await mail.send({ ...sent, ...(envelope && { envelope: { ...envelope, to: talk.replyTo } }) });
      expect(await outcomes()).toEqual(['automatic']);
      expect(await messagesOf(talk.requestId)).toHaveLength(1);
    },
  );

  test('our own letter that comes back adds no message', async () => {
    const talk = await conversation();
    for (const from of ['noreply@kazna.example.ru', inboxAddress, talk.replyTo])
      await mail.send(letterTo(talk, { from }));
    expect(await outcomes()).toEqual(['automatic', 'automatic', 'stranger'].sort());
  });

  test('a program that answers itself unmarked stops at 20 letters an hour, and its person is notified without an address to answer', async () => {
    const talk = await conversation();
    for (let count = 0; count < 21; count += 1) await mail.send(letterTo(talk, { text: `Ответ ${count}` }));
    expect(await outcomes()).toEqual([...Array(20).fill('taken'), 'too_often']);
    await shop.run(letterDispatch, {});
    const notice = await mail.received(company.email, 'не попало в обращение');
    expect(notice.replyTo).toBeUndefined();
    expect(notice.text).not.toContain(answerLine);
  });
});

describe('bad letters', () => {
  test('files that the cabinet refuses are left out, and the person is told which', async () => {
    const talk = await conversation();
    const attachments = [
      { filename: '../../договор.pdf', content: '%PDF-1.7\n' },
      { filename: 'фото.png', content: '<!doctype html><script>alert(1)</script>' },
      { filename: 'пусто.txt', content: '' },
      { filename: 'архив.zip', content: Buffer.from('PK\x03\x04') },
      { filename: 'много.txt', content: Buffer.alloc(11 * 1024 * 1024, 65) },
      ...[1, 2, 3, 4, 5].map((number) => ({ filename: `${number}.txt`, content: `${number}` })),
    ];
    await mail.send(letterTo(talk, { attachments }));
    expect(await outcomes()).toEqual(['in_part']);
    const [message] = await messagesOf(talk.requestId);
    expect(message?.files.map(({ name }) => name)).toEqual(['договор.pdf', '1.txt', '2.txt', '3.txt', '4.txt']);
    await shop.run(letterDispatch, {});
    const notice = await mail.received(company.email, 'приняли не все файлы');
    expect(notice.text?.replaceAll('\u2060', '')).toContain('фото.png, пусто.txt, архив.zip, много.txt, 5.txt');
  });

  test('a letter of more than 40 MB is refused before it is fetched', async () => {
    const talk = await conversation();
    const content = Buffer.alloc(31 * 1024 * 1024, 65);
    await mail.send(letterTo(talk, { attachments: [{ filename: 'много.txt', content }] }));
    mail.imap.commands.length = 0;
    expect(await outcomes()).toEqual(['too_large']);
    expect(mail.imap.commands).toContain('UID FETCH');
    expect(mail.imap.commands).not.toContain('UID FETCH BODY');
  });

  test('a text longer than a message is cut, and comes whole as a file', async () => {
    const talk = await conversation();
    await mail.send(letterTo(talk, { text: `${'Длинно. '.repeat(2000)}Конец` }));
    expect(await outcomes()).toEqual(['taken']);
    const [message] = await messagesOf(talk.requestId);
    expect([message?.text?.length, message?.files[0]?.name]).toEqual([10_000, 'Письмо целиком.txt']);
  });

  test('a letter nested beyond reason is refused, and the ones after it are read', async () => {
    const talk = await conversation();
    const boundaries = Array.from({ length: 200 }, (_, depth) => `b${depth}`);
    const head = (boundary: string) => `Content-Type: multipart/mixed; boundary=${boundary}\r\n\r\n--${boundary}\r\n`;
    const raw = `From: ${company.email}\r\nTo: ${talk.replyTo}\r\n${boundaries.map(head).join('')}\r\nтекст`;
    mail.imap.deliver(Buffer.from(raw));
    await mail.send(letterTo(talk));
    expect(await outcomes()).toEqual(['taken', 'unreadable']);
  });
});

test('staff see in the overview why the mailbox cannot be read, until it can', async () => {
  const inbox = async () => (await shop.call(getOverview, {}, support)).body.health.inbox;
  await read();
  expect(await inbox()).toEqual({ fault: null, failingSince: null });
  for (const [command, fault] of [
    ['LOGIN', 'connection'],
    ['UID SEARCH', 'connection'],
  ] as const) {
    mail.imap.dropAt.add(command);
    await read();
    mail.imap.dropAt.clear();
    expect(await inbox()).toEqual({ fault, failingSince: expect.any(String) });
  }
  for (const [url, fault] of [
    [mail.env.INBOX_IMAP_URL?.replace('imap-password', 'wrong'), 'login'],
    [`${mail.env.INBOX_IMAP_URL}/Other`, 'folder'],
  ] as const) {
    const wrong = await startShop(inject('databaseUrl'), { ...mail.env, INBOX_IMAP_URL: url ?? '' });
    await wrong.run(requestInbox, {});
    const { token } = await newStaff(wrong, 'support');
    expect((await wrong.call(getOverview, {}, { token })).body.health.inbox).toMatchObject({ fault });
    await wrong.close();
  }
  await read();
  expect(await inbox()).toEqual({ fault: null, failingSince: null });
});
