/** Digit groups of requisites by length. */
const groups: Record<string, Record<number, readonly number[]>> = {
  inn: { 10: [4, 3, 3], 12: [4, 4, 4] },
  kpp: { 9: [4, 2, 3] },
  ogrn: { 13: [4, 3, 3, 3], 15: [3, 3, 3, 3, 3] },
  bik: { 9: [3, 3, 3] },
  account: { 20: [5, 3, 1, 4, 7] },
};

export type NumberKind = 'inn' | 'kpp' | 'ogrn' | 'bik' | 'account';

/** Returns digit groups; a number of unknown length stays whole. */
export function groupDigits(text: string, kind: NumberKind): string[] {
  const lengths = groups[kind]?.[text.length] ?? [text.length];
  let at = 0;
  return lengths.map((length) => {
    at += length;
    return text.slice(at - length, at);
  });
}
