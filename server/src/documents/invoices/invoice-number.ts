/** «КЗ-000123». */
export function invoiceNumber(prefix: string, number: number): string {
  return `${prefix}-${String(number).padStart(6, '0')}`;
}

/** Latin letters that look like Russian ones: people type either. */
const lookalikes: Record<string, string> = Object.fromEntries(
  Array.from('ABCEHKMOPTXY', (latin, index) => [latin, 'АВСЕНКМОРТХУ'.charAt(index)]),
);

const fold = (text: string) =>
  text
    .toUpperCase()
    .replaceAll('Ё', 'Е')
    .replace(/[ABCEHKMOPTXY]/g, (letter) => lookalikes[letter] ?? letter);

/** Up to five letters on their own, then digits; spaces, dashes and «№» between them do not count. */
const numbers = /(?<![\p{L}\p{N}])([А-Я]{1,5})[\s\-–—−_.№N]{0,4}0{0,12}([1-9]\d{0,8})(?!\d)/gu;

/** Everything in a purpose of payment that may be a number of an invoice, as `match_key` has it: «КЗ123». */
export function matchKeysIn(purpose: string): string[] {
  const found = Array.from(fold(purpose).matchAll(numbers), ([, prefix, digits]) => `${prefix}${digits}`);
  return [...new Set(found)];
}

export function matchKeyOf(prefix: string, number: number): string {
  return `${fold(prefix)}${number}`;
}
