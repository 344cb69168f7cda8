import { getProfile } from '@kazna/contract/cabinet/profile';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser, tokenOf } from '../../tests/fake-browser.ts';

const oldPair = () => ({ accessToken: tokenOf(), refreshToken: 'old-refresh' });
const newPair = () => ({ accessToken: tokenOf({ expiresInMs: 1_200_000 }), refreshToken: 'new-refresh' });
const refusal = { status: 401, title: 'Отказ', detail: 'Сессия завершена.', code: 'session_ended' };

let browser: ReturnType<typeof fakeBrowser>;
let session: typeof import('./refresh.ts');
let tokens: typeof import('./tokens.ts');
let answers: (() => Response | Promise<Response>)[];
let calls: { url: string; bearer: string | null }[];

beforeEach(async () => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  browser = fakeBrowser();
  answers = [];
  calls = [];
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Headers }) => {
    calls.push({ url, bearer: headers.get('authorization') });
    const answer = answers.shift();
    if (!answer) throw new Error('nobody answers');
    return answer();
  });
  // What the modules remember belongs to one page.
  vi.resetModules();
  session = await import('./refresh.ts');
  tokens = await import('./tokens.ts');
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const granted = () => Response.json(newPair());
const refused = () => Response.json(refusal, { status: 401 });
const unavailable = () => new Response('', { status: 503 });
const storedRefreshToken = () => tokens.readTokens()?.refreshToken;

test('two refreshes at once are one request, paid for with the refresh token', async () => {
  tokens.writeTokens(oldPair());
  answers = [granted];
  await Promise.all([session.refreshSession(), session.refreshSession()]);
  expect(calls).toEqual([{ url: '/api/auth/refresh', bearer: 'Bearer old-refresh' }]);
  expect(storedRefreshToken()).toBe('new-refresh');
  expect(session.isSessionRefused()).toBe(false);
});

test('a page without a session asks for nothing', async () => {
  await session.refreshSession();
  expect(calls).toEqual([]);
});

test('a refused refresh signs out and is remembered until the next sign-in', async () => {
  tokens.writeTokens(oldPair());
  answers = [refused];
  await session.refreshSession();
  expect(tokens.readTokens()).toBeNull();
  expect(session.isSessionRefused()).toBe(true);
  tokens.writeTokens(newPair());
  expect(session.isSessionRefused()).toBe(false);
});

test('a server that is away for a moment is asked again after a pause, and nobody is signed out', async () => {
  tokens.writeTokens(oldPair());
  answers = [unavailable, unavailable, granted];
  const refreshing = session.refreshSession();
  await vi.advanceTimersByTimeAsync(999);
  expect(calls).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(calls).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(2000);
  await refreshing;
  expect(calls).toHaveLength(3);
  expect(storedRefreshToken()).toBe('new-refresh');
});

test('without a network a refresh waits for it instead of trying', async () => {
  tokens.writeTokens(oldPair());
  browser.navigator.onLine = false;
  answers = [granted];
  const refreshing = session.refreshSession();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toEqual([]);
  browser.navigator.onLine = true;
  browser.dispatch('online');
  await refreshing;
  expect(storedRefreshToken()).toBe('new-refresh');
});

test('the answer to a session that was left meanwhile is dropped', async () => {
  tokens.writeTokens(oldPair());
  const { promise, resolve } = Promise.withResolvers<Response>();
  answers = [() => promise];
  const refreshing = session.refreshSession();
  await vi.advanceTimersByTimeAsync(0);
  tokens.removeTokens();
  resolve(granted());
  await refreshing;
  expect(tokens.readTokens()).toBeNull();
  expect(session.isSessionRefused()).toBe(false);
});

test('the refusal of a pair that another tab has replaced signs nobody out', async () => {
  tokens.writeTokens(oldPair());
  const { promise, resolve } = Promise.withResolvers<Response>();
  answers = [() => promise];
  const refreshing = session.refreshSession();
  await vi.advanceTimersByTimeAsync(0);
  tokens.writeTokens(newPair());
  resolve(refused());
  await refreshing;
  expect(storedRefreshToken()).toBe('new-refresh');
  expect(session.isSessionRefused()).toBe(false);
});

test('a call waits for a refresh only when its access token has expired', async () => {
  tokens.writeTokens(oldPair());
  await session.refreshExpiredSession();
  expect(calls).toEqual([]);
  tokens.writeTokens({ accessToken: tokenOf({ expiresInMs: -1000 }), refreshToken: 'old-refresh' });
  answers = [granted];
  await session.refreshExpiredSession();
  expect(calls).toHaveLength(1);
});

test('without a network a call waits for no refresh: it fails and says why', async () => {
  tokens.writeTokens({ accessToken: tokenOf({ expiresInMs: -1000 }), refreshToken: 'old-refresh' });
  browser.navigator.onLine = false;
  const { call } = await import('../api/client.ts');
  const failed = vi.fn();
  void call(getProfile).catch(failed);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(failed).toHaveBeenCalledWith(expect.objectContaining({ title: 'Нет связи' }));
});

test('a switch of the organization waits for the refresh under way and uses the pair that it brought', async () => {
  tokens.writeTokens(oldPair());
  const switched = { accessToken: tokenOf({ org: 'vasilek' }), refreshToken: 'switched-refresh' };
  answers = [granted, () => Response.json(switched)];
  const refreshing = session.refreshSession();
  const switching = session.switchOrganization('vasilek');
  await vi.advanceTimersByTimeAsync(1000);
  await Promise.all([refreshing, switching]);
  expect(calls.map(({ bearer }) => bearer)).toEqual(['Bearer old-refresh', 'Bearer new-refresh']);
  expect(calls[1]?.url).toBe('/api/auth/refresh-with-organization?organizationId=vasilek');
  expect(storedRefreshToken()).toBe('switched-refresh');
});

test('a refused switch rejects with the text of the server and keeps the session', async () => {
  tokens.writeTokens(oldPair());
  answers = [() => Response.json({ ...refusal, status: 404 }, { status: 404 })];
  await expect(session.switchOrganization('nowhere')).rejects.toMatchObject({ detail: refusal.detail });
  expect(storedRefreshToken()).toBe('old-refresh');
});
