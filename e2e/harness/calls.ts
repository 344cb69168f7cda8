import { expect } from 'vitest';
import type { Tokens } from './people.ts';
import type { RunningProduct } from './product.ts';

interface Sent {
  method?: string;
  body?: object;
  headers?: Record<string, string>;
}

export async function ask<T>(
  product: Pick<RunningProduct, 'url'>,
  tokens: Tokens,
  path: string,
  sent: Sent = {},
): Promise<T> {
  const answer = await send(product, tokens, path, sent);
  const text = await answer.text();
  expect(answer.ok, `${path}: ${text}`).toBe(true);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

export async function statusOf(
  product: Pick<RunningProduct, 'url'>,
  tokens: Tokens,
  path: string,
  sent: Sent = {},
): Promise<number> {
  return (await send(product, tokens, path, sent)).status;
}

export async function activeOrganization(product: Pick<RunningProduct, 'url'>, tokens: Tokens): Promise<string> {
  return (await ask<{ activeOrganizationId: string }>(product, tokens, '/api/profile')).activeOrganizationId;
}

/** Requisites with valid check digits. */
export const company = { kind: 'company', name: 'ООО «Ромашка»', inn: '7707083893', kpp: '771401001' } as const;

export async function openCompany(
  product: Pick<RunningProduct, 'url'>,
  tokens: Tokens,
  name: string = company.name,
): Promise<string> {
  const body = { ...company, name, ogrn: '1027700132195' };
  return (await ask<{ id: string }>(product, tokens, '/api/organizations', { method: 'POST', body })).id;
}

/** Switches the session; the previous token pair becomes invalid. */
export function switchTo(
  product: Pick<RunningProduct, 'url'>,
  tokens: Tokens,
  organizationId: string,
): Promise<Tokens> {
  const path = `/api/auth/refresh-with-organization?organizationId=${organizationId}`;
  return ask(product, { ...tokens, accessToken: tokens.refreshToken }, path, { method: 'POST' });
}

function send(
  { url }: Pick<RunningProduct, 'url'>,
  { accessToken }: Tokens,
  path: string,
  sent: Sent,
): Promise<Response> {
  const { method = 'GET', body, headers } = sent;
  return fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${accessToken}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}
