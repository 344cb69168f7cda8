// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { externalUrl } from './external-url.ts';

afterEach(() => document.documentElement.removeAttribute('data-mantine-color-scheme'));

test('only http and https addresses of a provider are followed', () => {
  expect(externalUrl('https://pay.example/checkout/1')).toBe('https://pay.example/checkout/1');
  for (const address of ['javascript:alert(1)', 'data:text/html,1', '/checkout', '', null]) {
    expect(externalUrl(address)).toBeNull();
  }
});

test('the theme is handed to a checkout of the same origin and to no other', () => {
  document.documentElement.setAttribute('data-mantine-color-scheme', 'dark');
  expect(externalUrl(`${location.origin}/sandbox/checkout/1`)).toBe(`${location.origin}/sandbox/checkout/1?theme=dark`);
  expect(externalUrl('https://pay.example/checkout/1')).toBe('https://pay.example/checkout/1');
});
