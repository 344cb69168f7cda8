import { signUp } from '@kazna/contract/cabinet/accounts';
import { expect, inject, onTestFinished, test } from 'vitest';
import { startTestApp } from '../../../tests/support/app.ts';
import { newPerson, signUpBody } from '../../../tests/support/people.ts';

/** The address stored with a registration. */
async function addressKept(trusted: string, peer: string, forwardedFor: string): Promise<unknown> {
  const app = await startTestApp(inject('databaseUrl'), { env: { TRUSTED_PROXIES: trusted } });
  onTestFinished(() => app.close());
  const body = signUpBody(newPerson());
  const answer = await app.call(
    signUp,
    { body },
    { address: peer, headers: { 'x-forwarded-for': forwardedFor, forwarded: 'for=9.9.9.9', 'x-real-ip': '9.9.9.9' } },
  );
  expect(answer.status).toBe(201);
  const { rows } = await app.db.queryText('select distinct host(address) as address from registrations');
  return rows.map((row) => row.address).join();
}

test.each([
  ['with no proxies trusted, the peer counts', '', '203.0.113.7', '1.2.3.4', '203.0.113.7'],
  ['from a peer that is no trusted proxy, the peer counts', '10.0.0.0/8', '203.0.113.7', '1.2.3.4', '203.0.113.7'],
  ['from a trusted proxy, the address it names counts', '10.0.0.0/8', '10.1.1.1', '1.2.3.4', '1.2.3.4'],
  ['of a list, the last that is no proxy counts', '10.0.0.0/8', '10.1.1.1', '6.6.6.6, 1.2.3.4, 10.2.2.2', '1.2.3.4'],
  ['a proxy may name an IPv6 address', '10.0.0.1', '10.0.0.1', '2001:db8::5', '2001:db8::5'],
  ['what is no address is not believed', '10.0.0.1', '10.0.0.1', 'unknown', '10.0.0.1'],
])('%s', async (_what, trusted, peer, forwardedFor, expected) => {
  expect(await addressKept(trusted, peer, forwardedFor)).toBe(expected);
});
