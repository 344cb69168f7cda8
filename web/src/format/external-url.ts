/** Returns the provider's URL if it is http(s): anything else, such as `javascript:`, must not be followed. */
export function externalUrl(address: string | null): string | null {
  const protocol = address && URL.canParse(address) ? new URL(address).protocol : '';
  return protocol === 'https:' || protocol === 'http:' ? address : null;
}
