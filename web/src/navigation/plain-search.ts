/** Keeps search values as strings: `?token=123` is not a number and `?q=null` is not null. */
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

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function optionalTextOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Validates a search of optional texts. Absent ones are listed too: omitted keys would pass through unvalidated. */
export function textsOf<Name extends string>(...names: Name[]) {
  return (search: Record<string, unknown>) =>
    Object.fromEntries(names.map((name) => [name, optionalTextOf(search[name])])) as {
      [Key in Name]?: string | undefined;
    };
}

export function oneOf<T extends string>(values: readonly T[], text: string | undefined): T | undefined {
  return values.find((value) => value === text);
}
