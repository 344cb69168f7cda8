/** A ref for what replaces the element that had the focus: otherwise the focus would fall back to the page's top. */
export function focusOnMount(element: HTMLElement | null) {
  element?.focus();
}
