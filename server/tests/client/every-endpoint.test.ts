import { Kazna } from '@kazna/client';
import { operatorEndpoints } from '@kazna/contract/v1/endpoints';
import { expect, test } from 'vitest';

const noForm = {} as never;

type Resource = Record<string, (...args: unknown[]) => Promise<unknown> & { page?: () => Promise<unknown> }>;

/** Ids are `id`. */
async function callOne(resource: Resource, name: string): Promise<void> {
  const args = name === 'batch' ? [[]] : ['create', 'list'].includes(name) ? [noForm] : ['id', noForm];
  const called = resource[name]?.(...args);
  await (called?.page ? called.page() : called);
}

test('@kazna/client calls every endpoint of the operator API and no other', async () => {
  const called = new Set<string>();
  const answer: typeof fetch = async (url, init) => {
    called.add(`${init?.method} ${new URL(String(url)).pathname}`);
    return Response.json({ items: [], nextCursor: null, results: [], refused: [] });
  };
  const kazna = new Kazna({ url: 'https://cabinet.example.ru', key: 'kzn_live_x', fetch: answer });
  for (const resource of Object.values(kazna) as Resource[])
    for (const name of Object.keys(resource)) await callOne(resource, name);
  const declared = Object.values(operatorEndpoints).map(
    ({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, 'id')}`,
  );
  expect([...called].toSorted()).toEqual(declared.toSorted());
});

test('every endpoint of the operator API names its method of @kazna/client for the reference', async () => {
  const called: string[] = [];
  const answer: typeof fetch = async (url, init) => {
    called.push(`${init?.method} ${new URL(String(url)).pathname}`);
    return Response.json({ items: [], nextCursor: null, results: [], refused: [] });
  };
  const kazna = new Kazna({ url: 'https://cabinet.example.ru', key: 'kzn_live_x', fetch: answer });
  for (const { method, path, reference } of Object.values(operatorEndpoints)) {
    const [resource = '', name = ''] = reference?.client.split('.') ?? [];
    called.length = 0;
    await callOne(kazna[resource as keyof Kazna] as unknown as Resource, name);
    expect(called).toEqual([`${method} ${path.replace(/\{\w+\}/g, 'id')}`]);
  }
});
