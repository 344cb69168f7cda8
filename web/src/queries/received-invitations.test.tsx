// @vitest-environment happy-dom
import type { ReceivedInvitation } from '@kazna/contract/cabinet/invitations';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { tokenOf } from '../../tests/fake-browser.ts';
import { button, click, render, until } from '../../tests/render.tsx';
import { writeTokens } from '../session/tokens.ts';
import { Toasts } from '../ui/feedback/toasts.tsx';
import { useAnswerInvitation } from './received-invitations.ts';

afterEach(() => vi.unstubAllGlobals());

function Answer() {
  const { accept } = useAnswerInvitation({ id: 'one', organizationName: 'Ромашка' } as ReceivedInvitation);
  return (
    <button type="button" onClick={() => void accept()}>
      Принять
    </button>
  );
}

test('an accepted invitation is called so when its organization could not be entered', async () => {
  writeTokens({ accessToken: tokenOf(), refreshToken: 'refresh' });
  vi.stubGlobal('fetch', async (url: string) =>
    url.endsWith('/accept')
      ? Response.json({ organizationId: 'vasilek' })
      : Response.json({ detail: 'Сервис временно недоступен.' }, { status: 503 }),
  );
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <Answer />
      <Toasts />
    </QueryClientProvider>,
  );
  await click(button('Принять'));
  await until(() => document.querySelector('p'));
  expect(document.body.textContent).toContain('Приглашение принято, но перейти в «Ромашка» не получилось');
});
