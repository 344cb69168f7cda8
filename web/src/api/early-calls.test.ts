import { signOut } from '@kazna/contract/cabinet/accounts';
import { getProfile } from '@kazna/contract/cabinet/profile';
import { getReferrals } from '@kazna/contract/cabinet/referrals';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startEarly } from '../../build/early-script.ts';
import { fakeBrowser, tokenOf } from '../../tests/fake-browser.ts';
import { request } from './request.ts';

const answer = () => new Response('{"from":"network"}', { headers: { 'content-type': 'application/json' } });
let sent: string[] = [];

beforeEach(() => {
  fakeBrowser();
  sent = [];
  vi.stubGlobal('document', { documentElement: { setAttribute: () => {} } });
  vi.stubGlobal('location', { search: '', hash: '' });
  vi.stubGlobal('fetch', async (address: string) => {
    sent.push(address);
    return answer();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  globalThis.earlyCalls = undefined;
});

function start(token: string) {
  localStorage.setItem('tokens', JSON.stringify({ accessToken: token, refreshToken: 'refresh' }));
  const always = ['/api/profile', '/api/organizations/%24organization/balance'];
  startEarly({ calls: { always, plain: ['/api/profile/referrals'] } }, 300_000, 90_000);
}

test('a call started early is taken once by the same session, and the next one goes out again', async () => {
  const token = tokenOf();
  start(token);
  expect(sent).toEqual(['/api/profile', '/api/organizations/romashka/balance', '/api/profile/referrals']);
  await request(getProfile, {}, token);
  expect(sent).toHaveLength(3);
  await request(getProfile, {}, token);
  expect(sent).toHaveLength(4);
});

test("another session's early answer is not taken", async () => {
  start(tokenOf());
  await request(getProfile, {}, tokenOf({ org: 'vasilek' }));
  expect(sent).toHaveLength(4);
});

test('early answers are dropped by a call that may change them', async () => {
  const token = tokenOf();
  start(token);
  await request(signOut, {}, token);
  await request(getReferrals, {}, token);
  expect(sent.filter((address) => address === '/api/profile/referrals')).toHaveLength(2);
});

test('a token that is due for a refresh starts no calls', () => {
  start(tokenOf({ expiresInMs: 299_000 }));
  start('undecodable');
  expect(sent).toEqual([]);
});

test('a search leaves out the calls that depend on it', () => {
  vi.stubGlobal('location', { search: '?status=pending', hash: '' });
  start(tokenOf());
  expect(sent).not.toContain('/api/profile/referrals');
});
