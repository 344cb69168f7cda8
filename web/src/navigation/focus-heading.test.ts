// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { focusHeading } from './focus-heading.ts';

beforeEach(() => {
  document.body.innerHTML = '<main><h1></h1></main><div aria-modal="true"><input></div>';
});

const frames = async (count: number) => {
  for (let frame = 0; frame < count; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
};
const heading = () => document.querySelector('h1') as HTMLElement;

test('a heading that loads late leaves the focus in a dialog that was opened meanwhile', async () => {
  focusHeading(3);
  document.querySelector('input')?.focus();
  heading().textContent = 'Счёт';
  await frames(5);
  expect(document.activeElement).toBe(document.querySelector('input'));
});

test('the heading takes the focus from a dialog that leaves', async () => {
  heading().textContent = 'Счёт';
  document.querySelector('input')?.focus();
  focusHeading();
  await frames(2);
  document.querySelector('[aria-modal]')?.remove();
  await frames(2);
  expect(document.activeElement).toBe(heading());
});
