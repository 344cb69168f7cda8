import type { Page } from 'playwright-core';

/**
 * Returns texts that a person cannot read whole: beyond the window's edge, or beyond an element that hides what
 * overflows it. Whatever scrolls or ends in an ellipsis is no fault. An amount whose currency stands alone on the next
 * line is one.
 */
export function findCutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let previous = { text: '', bottom: 0 };
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? '';
      const parent = node.parentElement;
      if (text.trim() === '' || !parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const rects = rectsOf(node, 0, text.length);
      if (rects.some((rect) => isCut(rect, parent)) || isCurrencyAlone(node, text, previous)) found.add(text.trim());
      previous = { text, bottom: rects.at(-1)?.bottom ?? previous.bottom };
    }
    return [...found];

    function rectsOf(node: Node, start: number, end: number): DOMRect[] {
      const range = document.createRange();
      range.setStart(node, start);
      range.setEnd(node, end);
      return [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
    }

    function isCurrencyAlone(node: Node, text: string, before: { text: string; bottom: number }): boolean {
      const sign = text.search(/[₽$€₸]/);
      const top = sign < 0 ? undefined : rectsOf(node, sign, sign + 1)[0]?.top;
      if (top === undefined || !/\d\s*$/.test(text.slice(0, sign) || before.text)) return false;
      const bottom = sign === 0 ? before.bottom : rectsOf(node, 0, sign).at(-1)?.bottom;
      return bottom !== undefined && top >= bottom - 1;
    }

    function isCut(rect: DOMRect, parent: Element): boolean {
      for (let element: Element | null = parent; element; element = element.parentElement) {
        const style = getComputedStyle(element);
        const box = element.getBoundingClientRect();
        // Text for screen readers only.
        if (box.width <= 1 || box.height <= 1 || style.clipPath !== 'none') return false;
        if (/auto|scroll/.test(style.overflowX + style.overflowY) && element !== document.documentElement) return false;
        if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') return false;
        const hides = /hidden|clip/.test(style.overflowX) && element !== document.body;
        if (hides && (rect.right > box.right + 1 || rect.left < box.left - 1)) return true;
        if (style.position === 'fixed') break;
      }
      return rect.right > innerWidth + 1 || rect.left < -1;
    }
  });
}
