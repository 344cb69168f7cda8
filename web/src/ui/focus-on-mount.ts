/** A ref for an element that replaces the focused one; otherwise the focus would jump to the top of the page. */
export function focusOnMount(element: HTMLElement | null) {
  element?.focus();
}
