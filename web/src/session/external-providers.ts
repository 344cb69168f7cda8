/**
 * The server writes the list into the HTML, so that no screen needs a call for it. Empty where none is configured. What is
 * drawn at the build has one in place of all, which the server fills in.
 */
export function readExternalProviders(): [id: string, name: string][] {
  if (typeof document === 'undefined') return [['{provider}', '{name}']];
  const meta = document.querySelector<HTMLMetaElement>('meta[name="external-sign-in"]');
  return JSON.parse(meta?.content ?? '[]');
}
