/** Those a person sees, the uppermost last. Menus of the page are dialogs too, hidden until they are opened. */
export function openDialogs(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].filter((one) => one.checkVisibility());
}
