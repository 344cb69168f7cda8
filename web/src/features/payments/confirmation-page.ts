/** Settles only if the person comes back to this very page by the browser's «back». */
export function leaveFor(address: string): Promise<void> {
  location.assign(address);
  return new Promise((resolve) => {
    addEventListener('pageshow', () => resolve(), { once: true });
  });
}
