/** The provider's page, if it is one that a browser may be sent to. */
export function safeAddress(address: string | null): string | null {
  const protocol = address && URL.canParse(address) ? new URL(address).protocol : '';
  return protocol === 'https:' || protocol === 'http:' ? address : null;
}

/** Settles only if the person comes back to this very page by the browser's «back». */
export function leaveFor(address: string): Promise<void> {
  location.assign(address);
  return new Promise((resolve) => {
    addEventListener('pageshow', () => resolve(), { once: true });
  });
}
