import * as accounts from '@kazna/contract/cabinet/accounts';
import { inviteMember } from '@kazna/contract/cabinet/invitations';
import { changeEmail } from '@kazna/contract/cabinet/profile';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createLog } from '../../src/platform/log.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { openCompany, type SignedIn, signedInPerson } from '../support/organizations.ts';
import { newPayer, seedPayments } from '../support/payments.ts';
import { newPerson, signUpBody } from '../support/people.ts';
import { startSmtpSink } from './smtp-sink.ts';

/** Forms refuse this, so it is written to the database directly. */
const evil = 'Мария\r\nBcc: victim@example.ru\r\nX-Injected: 1\r\n\r\n<script>alert(1)</script>\r\n.\r\nRSET\r\n';

let sink: Awaited<ReturnType<typeof startSmtpSink>>;
let app: TestApp;
const logged: string[] = [];
beforeAll(async () => {
  sink = await startSmtpSink();
  const log = createLog({ isProduction: true, logLevel: 'trace' }, { write: (line) => logged.push(line) });
  const env = { SMTP_URL: sink.url, OPERATOR_NAME: 'Казна', TRUSTED_PROXIES: '127.0.0.1' };
  app = await startTestApp(inject('databaseUrl'), { log, env });
});
afterAll(async () => {
  await app.close();
  sink.close();
});

describe('line breaks in names', () => {
  let person: SignedIn;
  beforeAll(async () => {
    person = await signedInPerson(app);
    await app.db.queryText('update users set name = $2 where id = $1', [person.id, evil]);
  });

  const letters: [what: string, write: () => Promise<string>][] = [
    [
      'an invitation',
      async () => {
        const { id: organizationId } = await openCompany(app, person);
        await app.db.queryText('update organizations set name = $2 where id = $1', [organizationId, evil]);
        const { email } = newPerson();
        const sent = { params: { organizationId }, body: { email, role: 'member' as const } };
        await app.call(inviteMember, sent, { token: person.token });
        return email;
      },
    ],
    [
      'a lost password',
      async () => {
        await app.call(accounts.forgotPassword, { body: { email: person.email } });
        return person.email;
      },
    ],
    [
      'a second registration',
      async () => {
        await app.call(accounts.signUp, { body: signUpBody(person) });
        return person.email;
      },
    ],
    [
      'a sign-in from elsewhere',
      async () => {
        const { email, password } = person;
        const userAgent = 'Firefox/1 \u2028 Windows';
        await app.call(accounts.signIn, { body: { email, password } }, { address: '203.0.113.7', userAgent });
        return email;
      },
    ],
    [
      'a new address',
      async () => {
        const { email } = newPerson();
        await app.call(changeEmail, { body: { email, currentPassword: person.password } }, { token: person.token });
        return email;
      },
    ],
  ];

  test.each(letters)(
    'a line break in a name adds neither header nor recipient to the letter: %s',
    async (_what, write) => {
      const before = sink.letters.length;
      for (const { recipients, raw } of await sink.lettersAfter(before, await write())) {
        expect(recipients).toHaveLength(1);
        const [head = ''] = raw.split('\r\n\r\n');
        expect(head.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
        // Unfolds continued header lines.
        const names = head.split(/\r\n(?! )/).map((line) => line.split(':')[0]?.toLowerCase());
        expect(names.toSorted()).toEqual([
          'content-type',
          'date',
          'from',
          'message-id',
          'mime-version',
          'subject',
          'to',
        ]);
        expect(head).not.toContain('victim@example.ru');
      }
    },
  );
});

describe('line breaks in e-mails', () => {
  test.each([
    'a@example.ru\r\nBcc: b@example.ru',
    'a\n@example.ru',
    '"a\r\n"@example.ru',
    'a@example.ru\0',
    'a@example.ru,b@example.ru',
  ])('the e-mail %j is refused', async (email) => {
    const calls = await Promise.all([
      app.call(accounts.signUp, { body: { ...signUpBody(newPerson()), email } }),
      app.call(accounts.forgotPassword, { body: { email } }),
      app.call(accounts.resendVerification, { body: { email } }),
      app.call(accounts.signIn, { body: { email, password: 'x' } }),
    ]);
    expect(calls.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  });
});

test('a request cannot inject lines into the log', async () => {
  const forged = '{"level":60,"msg":"forged"}';
  const strange = [
    { url: `/api/${encodeURIComponent(`\r\n${forged}\r\n`)}` },
    { url: `/api/info/documents/${encodeURIComponent(`\n${forged}`)}` },
    { url: `/%0a${encodeURIComponent(forged)}` },
    { url: '/api/info', headers: { 'x-forwarded-for': `1.2.3.4","msg":"forged"},\u2028${forged}` } },
    { url: '/api/info', headers: { 'user-agent': `x\u2028${forged}`, 'x-request-id': forged, referer: forged } },
  ];
  const before = logged.length;
  for (const request of strange) await app.app.inject(request);
  const lines = logged.slice(before);
  expect(lines).toHaveLength(strange.length);
  for (const line of lines) {
    expect(line.indexOf('\n')).toBe(line.length - 1);
    expect(JSON.parse(line)).toMatchObject({ level: 30, msg: expect.stringMatching(/^GET \//) });
  }
});

test('names of exported files contain no user input', async () => {
  const payer = await newPayer(app);
  await app.db.queryText('update organizations set name = $2 where id = $1', [
    payer.organizationId,
    `${evil}"; x=".exe`,
  ]);
  await seedPayments(app, payer, 1, () => ({ description: evil }));
  for (const format of ['csv', 'xlsx']) {
    const { headers, statusCode } = await app.app.inject({
      url: `/api/payments/export?format=${format}&q=${encodeURIComponent('";filename="x.exe')}`,
      headers: { authorization: `Bearer ${payer.token}` },
    });
    expect(statusCode).toBe(200);
    expect(headers['content-disposition']).toMatch(/^attachment; filename="payments-[\d-]+\.(csv|xlsx)"$/);
  }
});
