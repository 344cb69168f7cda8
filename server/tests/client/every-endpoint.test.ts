import { Kazna } from '@kazna/client';
import { operatorEndpoints } from '@kazna/contract/v1/endpoints';
import { expect, test } from 'vitest';

const noForm = {} as never;

/** Calls every method of the client once; ids are `id`. */
async function callEverything(kazna: Kazna): Promise<void> {
  for (const resource of Object.values(kazna) as Record<string, (...args: unknown[]) => unknown>[]) {
    for (const [name, method] of Object.entries(resource)) {
      const args = name === 'batch' ? [[]] : ['create', 'list'].includes(name) ? [noForm] : ['id', noForm];
      const called = method(...args) as Promise<unknown> & { page?: () => Promise<unknown> };
      await (called.page ? called.page() : called);
    }
  }
}

test('@kazna/client calls every endpoint of the operator API and no other', async () => {
  const called = new Set<string>();
  const answer: typeof fetch = async (url, init) => {
    called.add(`${init?.method} ${new URL(String(url)).pathname}`);
    return Response.json({ items: [], nextCursor: null, results: [] });
  };
  await callEverything(new Kazna({ url: 'https://cabinet.example.ru', key: 'kzn_live_x', fetch: answer }));
  const declared = Object.values(operatorEndpoints).map(
    ({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, 'id')}`,
  );
  expect([...called].toSorted()).toEqual(declared.toSorted());
});
