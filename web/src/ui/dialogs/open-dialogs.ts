/** Visible dialogs, topmost last. Closed popups have the same role, hence the visibility check. */
export function openDialogs(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].filter((one) => one.checkVisibility());
}
