import { forgotPassword } from '@kazna/contract/cabinet/accounts';
import { pino } from 'pino';
import { expect, inject, onTestFinished, test } from 'vitest';
import { startTestApp } from '../../../tests/support/app.ts';
import { jobContext } from '../../../tests/support/job-context.ts';
import { createPerson } from '../../../tests/support/people.ts';
import { freePort } from '../../../tests/support/postgres.ts';
import { parseConfig } from '../../config/config.ts';
import { buildJobs } from '../../worker.ts';

test('a letter is retried until the mail server is back', async () => {
  const app = await startTestApp(inject('databaseUrl'));
  onTestFinished(() => app.close());
  const { email } = await createPerson(app);
  const away = parseConfig({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` });
  const handler = buildJobs({ ...app, log: pino({ level: 'silent' }), config: away }).find(
    ({ name }) => name === 'account-news',
  );
  const request = { kind: 'reset_wanted', email } as never;
  for (let turn = 0; turn < 7; turn += 1)
    await expect(handler?.run(request, jobContext)).rejects.toThrow('ECONNREFUSED');
  await app.call(forgotPassword, { body: { email } });
  await app.letter(email, 'Восстановление пароля');
});
