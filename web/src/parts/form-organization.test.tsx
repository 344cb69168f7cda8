// @vitest-environment happy-dom
import type { Profile } from '@kazna/contract/cabinet/profile';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tokenOf } from '../../tests/fake-browser.ts';
import { button, click, render, type, until } from '../../tests/render.tsx';
import { keys } from '../queries/keys.ts';
import { writeTokens } from '../session/tokens.ts';
import { useFormOrganization } from './form-organization.tsx';
import { useMissingAddress } from './missing-address.tsx';

const names = { romashka: 'Ромашка', vasilek: 'Василёк' };
const calls: string[] = [];
let client: QueryClient;

beforeEach(() => {
  calls.length = 0;
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  for (const id of Object.keys(names)) {
    client.setQueryData(keys.organizationItself(id), { id, kind: 'company', address: null });
  }
  vi.stubGlobal('fetch', async (url: string, { method }: { method: string }) => {
    calls.push(`${method} ${url}`);
    return Response.json({ accessToken: tokenOf(), refreshToken: 'next' });
  });
  return enter('romashka');
});
afterEach(() => vi.unstubAllGlobals());

/** As another tab does it. */
async function enter(org: keyof typeof names): Promise<void> {
  writeTokens({ accessToken: tokenOf({ org }), refreshToken: 'refresh' });
  const memberships = Object.entries(names).map(([organizationId, name]) => ({ organizationId, name, role: 'owner' }));
  client.setQueryData(keys.profile, { activeOrganizationId: org, memberships } as Profile);
  // Queries notify in a task of their own.
  await new Promise((resolve) => setTimeout(resolve));
}

async function show(form: ReactElement): Promise<void> {
  await render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>{form}</QueryClientProvider>
    </MantineProvider>,
  );
}

let requireSame: () => void;
function Form() {
  const organization = useFormOrganization();
  requireSame = organization.requireSame;
  return (
    <form>
      <input name="text" />
      {organization.question ?? <button type="submit">Отправить</button>}
    </form>
  );
}

const labels = () => [...document.querySelectorAll('button')].map(({ textContent }) => textContent);

test('a form begun for one organization sends nothing for another until the person goes on', async () => {
  await show(<Form />);
  expect(requireSame).not.toThrow();
  await act(() => enter('vasilek'));
  expect(requireSame).toThrow();
  expect(document.querySelector('[role="alert"]')?.textContent).toContain('Вы начали от имени «Ромашка»');
  expect(labels()).toEqual(['Вернуться', 'Продолжить']);
  await click(button('Продолжить'));
  expect(requireSame).not.toThrow();
  expect(labels()).toEqual(['Отправить']);
  expect(document.activeElement).toBe(document.querySelector('input'));
});

test('going back to the organization of a form switches the session to it', async () => {
  await show(<Form />);
  await act(() => enter('vasilek'));
  await click(button('Вернуться'));
  await until(() => labels()[0] === 'Отправить');
  expect(calls).toEqual(['POST /api/auth/refresh-with-organization?organizationId=romashka']);
  expect(requireSame).not.toThrow();
});

test('an address typed for one organization is neither shown for another nor saved for it', async () => {
  let save = async () => {};
  function Address() {
    const address = useMissingAddress(true);
    save = address.save;
    return address.field;
  }
  await show(<Address />);
  const field = () => document.querySelector('input') as HTMLInputElement;
  await type(field(), 'г. Казань, ул. Ромашковая, 1');
  await act(() => enter('vasilek'));
  expect(field().value).toBe('');
  await save();
  expect(calls).toEqual([]);
  await act(() => enter('romashka'));
  expect(field().value).toBe('г. Казань, ул. Ромашковая, 1');
});
