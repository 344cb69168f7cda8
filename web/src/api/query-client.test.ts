// @vitest-environment happy-dom
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { tokenOf } from '../../tests/fake-browser.ts';
import { writeTokens } from '../session/tokens.ts';
import { queryClient, repeatOutdatedLoads } from './query-client.ts';

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

const signIn = (claims: { sub: string; org: string }) =>
  writeTokens({ accessToken: tokenOf(claims), refreshToken: 'refresh' });

/** Shows what is cached; a refetch is never answered. Returns what of it is shown now. */
function showAnswers(answers: Record<string, unknown>): () => Record<string, unknown> {
  queryClient.clear();
  const shown = Object.entries(answers).map(([root, data]) => {
    const queryKey = root.split('/');
    queryClient.setQueryData(queryKey, data);
    const observer = new QueryObserver(queryClient, { queryKey, queryFn: () => new Promise(() => {}) });
    observer.subscribe(() => {});
    return [root, observer] as const;
  });
  return () => Object.fromEntries(shown.map(([root, observer]) => [root, observer.getCurrentResult().data]));
}

test('staff who switch their own organization keep what they look at in the admin area, and forms beside it', () => {
  signIn({ sub: 'olga', org: 'own' });
  const profile = { operatorRole: 'admin', activeOrganizationId: 'own' };
  const ofStaff = { 'admin/payment': 'К-1', 'requests/staff/one': 'Где чек?' };
  const shown = showAnswers({ ...ofStaff, profile, 'balance/own': 100 });
  signIn({ sub: 'olga', org: 'romashka' });
  const changed = { ...profile, activeOrganizationId: 'romashka' };
  expect(shown()).toEqual({ ...ofStaff, profile: changed, 'balance/own': undefined });
  expect(queryClient.getQueryState(['profile'])?.fetchStatus).toBe('fetching');
});

test.each([
  ['another person signs in, staff too', { operatorRole: 'admin' }, { sub: 'anna', org: 'own' }],
  ['a customer switches the organization', { operatorRole: null }, { sub: 'olga', org: 'romashka' }],
])('nothing that is shown stays when %s', (_, profile, next) => {
  signIn({ sub: 'olga', org: 'own' });
  const shown = showAnswers({ admin: 'request', profile, balance: 100 });
  signIn(next);
  expect(shown()).toEqual({ admin: undefined, profile: undefined, balance: undefined });
});
