import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { pollTimeout } from './browser.ts';

/** Where a part of the frame stood, and at which address first. */
type Places = Record<string, string>;

/**
 * Follows the parts of the frame on every frame that the page draws, those of loading included. A part is a control of
 * the panel or of the bottom bar, the heading, a tab, and what begins below the heading.
 */
export async function watchPlaces(page: Page) {
  const seen = new Map<string, Places>();
  await page.exposeFunction('notePlace', (part: string, place: string, address: string) => {
    const places = seen.get(part) ?? {};
    places[place] ??= address;
    seen.set(part, places);
  });
  await page.addInitScript(() => {
    const noted = new Set<string>();
    const note = (part: string, place: string) => {
      if (noted.has(part + place)) return;
      noted.add(part + place);
      void Reflect.get(globalThis, 'notePlace')(part, place, location.pathname + location.search);
    };
    const placeOf = (element: Element, scrolled = 0) => {
      const { left, top } = element.getBoundingClientRect();
      return `${Math.round(left)} ${Math.round(top + scrolled)}`;
    };
    const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent?.split(/\d/)[0];
    const look = () => {
      const panel = document.querySelector<HTMLElement>('aside[aria-label="Боковая панель"]');
      if (panel) note('panel', `${placeOf(panel)}, ${panel.offsetWidth} wide`);
      const controls =
        'aside nav a, aside :not(nav) > * > a, [aria-haspopup="dialog"], [aria-label="Основные разделы"] > *';
      for (const control of document.querySelectorAll(controls)) {
        if (!control.closest('main, dialog, [popover]')) note(`control «${nameOf(control)}»`, placeOf(control));
      }
      const heading = document.querySelector('main header h1');
      if (heading) note('heading', placeOf(heading, scrollY));
      const content = heading?.closest('header')?.nextElementSibling;
      if (content && innerWidth > 767) note('content', placeOf(content, scrollY));
      for (const list of document.querySelectorAll('main [role="tablist"], main nav[aria-label]')) {
        const label = list.getAttribute('aria-label');
        note(`tabs «${label}»`, placeOf(list, scrollY));
        // On a phone the row scrolls to the current one.
        if (innerWidth > 767)
          for (const tab of list.children)
            note(`«${tab.firstChild?.textContent}» of «${label}»`, placeOf(tab, scrollY));
      }
      requestAnimationFrame(look);
    };
    addEventListener('DOMContentLoaded', look);
  });
  return {
    expectOnePlaceEach(parts: readonly string[]) {
      expect([...seen.keys()]).toEqual(expect.arrayContaining([...parts]));
      expect(Object.fromEntries([...seen].filter(([, places]) => Object.keys(places).length > 1))).toEqual({});
    },
  };
}

/** Resolves when the section's heading has come and nothing in it loads. */
export async function untilSettled(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => page.locator('[aria-busy="true"]').count(), pollTimeout).toBe(0);
}
