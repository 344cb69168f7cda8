/** Search values stay the strings they are in the URL: `?token=123` is not a number and `?q=null` is not null. */
export function parsePlainSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function stringifyPlainSearch(search: Record<string, unknown>): string {
  const plain = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null) plain.set(name, String(value));
  }
  return plain.size > 0 ? `?${plain}` : '';
}

/** A search value that is taken only when it is a string. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function optionalTextOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
