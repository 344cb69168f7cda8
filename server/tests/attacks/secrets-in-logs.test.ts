import { confirmIdentity } from '@kazna/contract/cabinet/confirmation';
import { confirmSecondFactor, startSecondFactor } from '@kazna/contract/cabinet/second-factor';
import type { TokenPair } from '@kazna/contract/shared/fields';
import { generateSync } from 'otplib';
import pino from 'pino';
import { expect, test } from 'vitest';
import { readTicket, secretsOf } from '../../src/people/accounts/external/ticket.ts';
import { appForThisFile } from '../support/app-for-file.ts';
import { SoftwarePasskey } from '../support/authenticator.ts';
import { comeBack, depart, finish, queryOf, register } from '../support/external-visits.ts';
import { clientOfIssuer, followProvider, issuerForThisFile } from '../support/oidc-issuer.ts';
import { addPasskey, signInByPasskey, testOrigin } from '../support/passkeys.ts';
import { createPerson, signInPerson } from '../support/people.ts';

const { externalProviders, newcomer } = issuerForThisFile();
const logged: string[] = [];
const app = appForThisFile({
  externalProviders,
  log: pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) }),
});

/** Neither the log, nor letters, nor what jobs carry, nor addresses that browsers are led to. */
async function expectNowhere(secrets: string[], addresses: string[]): Promise<void> {
  const letters = await app.db.queryText(
    'select content::text from (select l as content from development_letters l) x',
  );
  const jobs = await app.db.queryText('select data::text from pgboss.job');
  const places = {
    log: logged.join('\n'),
    letters: JSON.stringify(letters.rows),
    jobs: JSON.stringify(jobs.rows),
    addresses: addresses.join('\n'),
  };
  for (const [place, text] of Object.entries(places))
    for (const secret of secrets) expect(text.includes(secret), `${secret.slice(0, 12)}… in ${place}`).toBe(false);
}

test('secrets of passkeys and of the sessions that they open are in no log, letter, job or address', async () => {
  const person = await createPerson(app);
  const { accessToken: token } = await signInPerson(app, person);
  const passkey = await addPasskey(app, { id: person.id, token }, new SoftwarePasskey(testOrigin));
  const { body } = await signInByPasskey(app, passkey);
  await app.letter(person.email, 'Добавлен ключ доступа');
  const secrets = [
    passkey.credentialId.toString('base64url'),
    passkey.coseKey().toString('base64url'),
    String(passkey.userHandle),
    ...[token, body.accessToken, body.refreshToken, body.deviceToken],
  ];
  expect(logged.length).toBeGreaterThan(0);
  await expectNowhere(secrets, []);
});

test('codes, tickets, verifiers and tokens of a provider are in no log, letter, job or address of ours', async () => {
  newcomer();
  const { cookie, location } = await depart(app);
  const query = queryOf(await followProvider(location));
  const back = await comeBack(app, cookie, query);
  await comeBack(app, cookie, { ...query, code: `${query.code} again` });
  const { body } = await register(app, cookie, {});
  const { accessToken, refreshToken, deviceToken } = body as TokenPair & { deviceToken: string };
  const failed = await depart(app);
  const wrong = { code: 'a code that the issuer refuses', state: new URL(failed.location).searchParams.get('state') };
  await comeBack(app, failed.cookie, wrong as Record<string, string>);
  await finish(app, failed.cookie);
  const text = cookie.slice('external-visit='.length);
  const ticket = readTicket(app.keys.externalVisits, text);
  if (!ticket) throw new Error('the cookie holds no ticket');
  const { codeVerifier, state } = secretsOf(app.keys.externalVisits, ticket);
  expect(logged.join('')).toContain('sign-in by a provider');
  await expectNowhere(
    [
      ...([text, codeVerifier, state, query.code, wrong.code, accessToken, refreshToken, deviceToken] as string[]),
      clientOfIssuer.clientSecret,
    ],
    [String(back.headers.location)],
  );
  // Only what the protocol needs goes to the provider: never the verifier or the ticket.
  for (const secret of [text, codeVerifier]) expect(location).not.toContain(secret);
});

test('the secret of the second factor, its recovery codes and the password that confirms are in no log, letter or job', async () => {
  const person = await createPerson(app);
  const { accessToken: token } = await signInPerson(app, person);
  const currentPassword = person.password;
  await app.call(confirmIdentity, { body: { currentPassword } }, { token });
  await app.call(confirmIdentity, { body: { currentPassword: 'не тот, но похожий пароль' } }, { token });
  const started = await app.call(startSecondFactor, { body: { currentPassword } }, { token });
  const { secret, uri } = started.body;
  const body = { code: generateSync({ secret }) };
  const { recoveryCodes } = (await app.call(confirmSecondFactor, { body }, { token })).body;
  await app.call(confirmIdentity, { body: { code: recoveryCodes[0] } }, { token });
  await app.letter(person.email, 'Двухфакторная защита включена');
  expect(recoveryCodes.length).toBeGreaterThan(0);
  await expectNowhere([secret, uri, currentPassword, 'не тот, но похожий пароль', ...recoveryCodes], []);
});
