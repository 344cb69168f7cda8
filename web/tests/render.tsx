import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** React's scheduler works in tasks: one that is left runs when the test's window has gone, and fails the whole run. */
async function untilScheduledIsDone(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/**
 * Puts the element on the page, in place of what stands there, until the test ends. A hook of this module's would be one of
 * the first file only that imports it.
 */
export async function render(element: ReactNode): Promise<(next: ReactNode) => Promise<void>> {
  document.body.innerHTML = '<h1>Страница</h1><div></div>';
  const root = createRoot(document.querySelector('div') as HTMLElement);
  onTestFinished(async () => {
    await act(async () => root.unmount());
    await untilScheduledIsDone();
  });
  const show = (next: ReactNode) => act(async () => root.render(next));
  await show(element);
  return show;
}

export function field<T extends HTMLElement = HTMLInputElement>(name: string): T {
  return document.querySelector(`[name="${name}"]`) as T;
}

export function button(text: string): HTMLButtonElement {
  const nameOf = (one: HTMLElement) => one.getAttribute('aria-label') ?? one.textContent;
  const found = [...document.querySelectorAll('button')].find((one) => nameOf(one) === text);
  if (!found) throw new Error(`no button «${text}»`);
  return found;
}

export async function type(input: HTMLInputElement | HTMLTextAreaElement, text: string): Promise<void> {
  await act(async () => {
    input.focus();
    // React remembers what it has set itself and would take the same text for no change.
    const { prototype } = input instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/** Waits for what comes in a later task; React renders meanwhile. */
export async function until(isTrue: () => unknown): Promise<void> {
  for (let tries = 0; !isTrue(); tries += 1) {
    if (tries === 500) throw new Error(`not true in time: ${isTrue}\n${document.body.textContent}`);
    await act(() => new Promise<void>((resolve) => setTimeout(resolve, 5)));
  }
}

export async function leave(input: HTMLElement): Promise<void> {
  await act(async () => input.blur());
}

export async function click(element: HTMLElement): Promise<void> {
  await act(async () => element.click());
}

export async function press(key: string): Promise<void> {
  const target = document.activeElement ?? document.body;
  await act(async () => target.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true })));
}
