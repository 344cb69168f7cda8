import { randomUUID } from 'node:crypto';
import * as contract from '@kazna/contract/cabinet/external-sign-in';
import { insertLink, insertVisit, updateOutcome } from '../../src/people/accounts/external/external-store.ts';
import type { ExternalPerson } from '../../src/people/accounts/external/provider.ts';
import { newTicket } from '../../src/people/accounts/external/ticket.ts';
import { hashToken } from '../../src/platform/secrets.ts';
import type { CallOptions, TestApp } from './app.ts';
import { followProvider } from './oidc-issuer.ts';

type Provider = contract.ExternalProviderId;

function cookieOf(headers: Record<string, string | string[] | number | undefined>): string {
  return /^[^;]*/.exec(String(headers['set-cookie'] ?? ''))?.[0] ?? '';
}

/** A browser that has begun a visit: its cookie and where it was led. */
export interface Departed {
  cookie: string;
  location: string;
}

export async function depart(app: TestApp, provider: Provider = 'oidc'): Promise<Departed> {
  const { headers } = await app.call(contract.startExternalSignIn, { params: { provider } });
  return { cookie: cookieOf(headers), location: String(headers.location) };
}

export async function departToLink(app: TestApp, token: string, provider: Provider = 'oidc'): Promise<Departed> {
  const { headers, body } = await app.call(contract.startExternalLink, { body: { provider } }, { token });
  return { cookie: cookieOf(headers), location: body.location };
}

export function comeBack(app: TestApp, cookie: string, query: Record<string, string>, provider: Provider = 'oidc') {
  return app.call(contract.returnFromExternal, { params: { provider }, query }, { headers: { cookie } });
}

export const queryOf = (url: URL) => Object.fromEntries(url.searchParams);

/** The whole trip by the provider's pages. Returns the browser's cookie. */
export async function visit(app: TestApp, departed?: Departed): Promise<string> {
  const { cookie, location } = departed ?? (await depart(app));
  await comeBack(app, cookie, queryOf(await followProvider(location)));
  return cookie;
}

export function finish(app: TestApp, cookie: string, body: { code?: string } = {}, options: CallOptions = {}) {
  return app.call(contract.finishExternalSignIn, { headers: {}, body }, { ...options, headers: { cookie } });
}

const agreed = { acceptOffer: true, acceptPersonalData: true } as const;

export function register(app: TestApp, cookie: string, form: object, options: CallOptions = {}) {
  const body = { name: 'Мария', ...agreed, ...form };
  return app.call(contract.registerExternally, { body }, { ...options, headers: { cookie } });
}

/** A visit to Яндекс ID that has come back, without Яндекс. */
export async function plantVisit(
  { db, keys }: Pick<TestApp, 'db' | 'keys'>,
  { linkedTo, sessionId, ...said }: { linkedTo?: string; sessionId?: string } & Partial<ExternalPerson> = {},
): Promise<{ cookie: string; linkId: string }> {
  const purpose = sessionId ? ({ kind: 'link', sessionId } as const) : ({ kind: 'sign-in' } as const);
  const { text } = newTicket(keys.externalVisits, 'yandex', purpose);
  const person = { subject: randomUUID(), email: null, isEmailVerified: false, name: 'Мария', ...said };
  await insertVisit(db, hashToken(text));
  await updateOutcome(db, hashToken(text), { person });
  const identity = { provider: 'yandex', issuer: 'https://oauth.yandex.ru', label: 'Мария' } as const;
  const link = linkedTo ? await insertLink(db, linkedTo, { ...identity, subject: person.subject }) : null;
  return { cookie: `external-visit=${text}`, linkId: link?.id ?? '' };
}
