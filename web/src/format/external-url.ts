/**
 * Returns the provider's URL if it is http(s): anything else, such as `javascript:`, must not be followed. A checkout of
 * our own origin, the sandbox's, gets the theme; a real provider gets nothing.
 */
export function externalUrl(address: string | null): string | null {
  const url = address && URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return null;
  const theme = document.documentElement.getAttribute('data-mantine-color-scheme');
  if (url.origin === location.origin && theme) url.searchParams.set('theme', theme);
  return url.href;
}
