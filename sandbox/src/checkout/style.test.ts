import { expect, it } from 'vitest';
import { runSandbox } from '../../tests/running-sandbox.ts';

async function openCheckout() {
  const { url, createPayment } = await runSandbox();
  const { id } = await createPayment();
  return async (search: string, cookie = '') => {
    const answer = await fetch(`${url}/checkout/${id}${search}`, { headers: { cookie } });
    const [, theme] = /<html lang="ru" data-theme="(\w+)">/.exec(await answer.text()) ?? [];
    return { theme, cookie: answer.headers.get('set-cookie') };
  };
}

it('the checkout takes the theme of the link that opened it and keeps it on the pages that follow', async () => {
  const open = await openCheckout();
  const first = await open('?theme=dark');
  expect(first).toEqual({
    theme: 'dark',
    cookie: 'sandbox_theme=dark; Path=/sandbox/checkout; HttpOnly; SameSite=Lax',
  });
  expect(await open('?method=sbp', 'other=1; sandbox_theme=dark')).toEqual({ theme: 'dark', cookie: null });
  expect((await open('?theme=light', 'sandbox_theme=dark')).theme).toBe('light');
});

it('an unknown theme leaves the choice to the browser', async () => {
  const open = await openCheckout();
  for (const [search, cookie] of [
    ['', ''],
    ['?theme="><script>', ''],
    ['?theme=dark&theme=light', ''],
    ['', 'sandbox_theme=x'],
  ] as const) {
    expect(await open(search, cookie)).toEqual({ theme: undefined, cookie: null });
  }
});
