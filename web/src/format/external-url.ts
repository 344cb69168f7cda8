/** An address given by another server, if it is one that a browser may be sent to. */
export function externalUrl(address: string | null): string | null {
  const protocol = address && URL.canParse(address) ? new URL(address).protocol : '';
  return protocol === 'https:' || protocol === 'http:' ? address : null;
}
