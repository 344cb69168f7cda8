import { flushSync } from 'react-dom';

declare global {
  /** The last button pressed and form submitted before the code came, see `web/build/early-script.ts`. */
  var earlyPresses: { button: Element | null; form: Element | null } | undefined;
}

const fields = 'input, textarea';
const focusable = `${fields}, button, a[href]`;

/**
 * Renders the page in place of the same markup, which came with the HTML. What was typed, focused or pressed there
 * carries over: elements are found again by their place among all of their kind.
 */
export function takeOver(root: HTMLElement, render: () => void): void {
  const repeat = rememberInput(root);
  flushSync(render);
  repeat(root);
}

function rememberInput(root: HTMLElement): (root: HTMLElement) => void {
  const placeOf = (element: Element | null | undefined, selector: string) =>
    element ? [...root.querySelectorAll(selector)].indexOf(element) : -1;
  const active = document.activeElement;
  const focused = placeOf(active, focusable);
  const selection = active instanceof HTMLInputElement ? ([active.selectionStart, active.selectionEnd] as const) : [];
  const typed = [...root.querySelectorAll<HTMLInputElement>(fields)].map(({ value, checked }) => ({ value, checked }));
  const pressed = placeOf(globalThis.earlyPresses?.button, 'button');
  const submitted = placeOf(globalThis.earlyPresses?.form, 'form');

  return (rendered) => {
    for (const [at, field] of rendered.querySelectorAll<HTMLInputElement>(fields).entries()) {
      const before = typed[at];
      if (before) fill(field, before);
    }
    const target = rendered.querySelectorAll<HTMLInputElement>(focusable)[focused];
    target?.focus({ preventScroll: true });
    const [start, end] = selection;
    // Fields for e-mail addresses have no selection.
    if (typeof start === 'number' && typeof end === 'number') target?.setSelectionRange(start, end);
    rendered.querySelectorAll('button')[pressed]?.click();
    rendered.querySelectorAll('form')[submitted]?.requestSubmit();
  };
}

function fill(field: HTMLInputElement, { value, checked }: { value: string; checked: boolean }): void {
  if (field.type === 'checkbox') {
    if (field.checked !== checked) flushSync(() => field.click());
  } else if (value !== '' && field.value !== value) {
    // React ignores a value that was set through the property which it has replaced.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
    flushSync(() => field.dispatchEvent(new Event('input', { bubbles: true })));
  }
}
