// @vitest-environment happy-dom
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { repeatOutdatedLoads } from './query-client.ts';

const queryKey = ['list'];

function openList() {
  const client = new QueryClient();
  repeatOutdatedLoads(client);
  const answers: ((text: string) => void)[] = [];
  const shown: (string | undefined)[] = [];
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve));
  new QueryObserver(client, { queryKey, queryFn }).subscribe(({ data }) => shown.push(data));
  const answer = async (index: number, text: string) => {
    answers[index]?.(text);
    await expect.poll(() => shown.at(-1)).toBe(text);
  };
  return { client, answers, answer };
}

test('a change during the first load is shown: its answer may be older and is asked for again', async () => {
  const { client, answers, answer } = openList();
  void client.invalidateQueries({ queryKey });
  expect(answers).toHaveLength(1);
  await answer(0, 'before the change');
  expect(answers).toHaveLength(2);
  await answer(1, 'after the change');
  expect(answers).toHaveLength(2);
});

test('a first load that nothing disturbed is not repeated, nor is a later one', async () => {
  const { client, answers, answer } = openList();
  await answer(0, 'first');
  expect(answers).toHaveLength(1);
  void client.invalidateQueries({ queryKey });
  await answer(1, 'second');
  expect(answers).toHaveLength(2);
});
