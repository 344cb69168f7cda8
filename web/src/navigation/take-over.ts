import { flushSync } from 'react-dom';

declare global {
  /** The last button or provider pressed and form submitted before the code came, see `web/build/early-script.ts`. */
  var earlyPresses: { button: Element | null; form: Element | null } | undefined;
}

const fields = 'input, textarea';
const pressable = 'button, [data-external] a';
const focusable = `${fields}, button, a[href]`;

/**
 * Carries over what is typed, focused, pressed or moving in the markup that came with the HTML until the rendered page replaces
 * it: elements are found again by their place among all of their kind. Returns what to call when it has.
 */
export function repeatInput(root: HTMLElement): () => void {
  const elementsOf = <Found extends Element>(selector: string) => [...root.querySelectorAll<Found>(selector)];
  const before = {
    fields: elementsOf<HTMLInputElement>(fields),
    buttons: elementsOf(pressable),
    forms: elementsOf('form'),
  };
  const canFocus = elementsOf<HTMLInputElement>(focusable);
  const stopFollowing = followFocus(canFocus);
  const animations = root.getAnimations({ subtree: true });

  const repeat = () => {
    const focused = stopFollowing();
    // What moves goes on where it was. Those that have ended are not listed: they began with the page, at the latest.
    for (const [at, animation] of root.getAnimations({ subtree: true }).entries())
      animation.startTime = animations[at]?.startTime ?? 0;
    for (const [at, field] of elementsOf<HTMLInputElement>(fields).entries()) {
      const typed = before.fields[at];
      if (typed) fill(field, typed);
    }
    if (focused) moveFocus(focused, elementsOf<HTMLInputElement>(focusable)[canFocus.indexOf(focused)]);
    const { button, form } = globalThis.earlyPresses ?? {};
    if (button) elementsOf<HTMLElement>(pressable)[before.buttons.indexOf(button)]?.click();
    if (form) elementsOf<HTMLFormElement>('form')[before.forms.indexOf(form)]?.requestSubmit();
  };
  // React flushes nothing synchronously within its own commit.
  return () => queueMicrotask(repeat);
}

/** Returns how to stop, and learn which of the elements has the focus, or had it when it was removed. */
function followFocus(elements: HTMLInputElement[]): () => HTMLInputElement | undefined {
  let focused = elements.find((element) => element === document.activeElement);
  const onFocus = ({ target }: FocusEvent) => {
    focused = elements.find((element) => element === target) ?? focused;
  };
  const onBlur = ({ target }: FocusEvent) =>
    queueMicrotask(() => {
      if (focused === target && focused?.isConnected) focused = undefined;
    });
  addEventListener('focusin', onFocus);
  addEventListener('focusout', onBlur);
  return () => {
    removeEventListener('focusin', onFocus);
    removeEventListener('focusout', onBlur);
    return focused;
  };
}

function moveFocus({ selectionStart, selectionEnd }: HTMLInputElement, target: HTMLInputElement | undefined): void {
  target?.focus({ preventScroll: true });
  // Fields for e-mail addresses have no selection, nor have buttons.
  if (typeof selectionStart === 'number') target?.setSelectionRange(selectionStart, selectionEnd);
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
