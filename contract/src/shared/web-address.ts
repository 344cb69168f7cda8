/** Browsers accept the other three as dots in a host name. */
const dot = '[.\\u3002\\uff0e\\uff61]';
const explicit = new RegExp(`://|www${dot}|\\S@\\S|\\d{1,3}(?:${dot}\\d{1,3}){3}|${dot}\\p{L}{2,}[:/]\\S`, 'iu');
// The lookbehind keeps the search linear: a quantifier retried at every letter would be quadratic.
const host = new RegExp(
  // A single letter before the dot is an initial («И.Петров»), unless the rest has the case of a domain («t.me»).
  `(?<=[\\p{L}\\p{N}-]{2})${dot}\\p{L}{2,}|[\\p{L}\\p{N}]${dot}(?:\\p{Ll}{2,}|\\p{Lu}{2,})(?!\\p{L})`,
  'u',
);

/** Detects unambiguous URLs and e-mails. */
export function hasExplicitAddress(text: string): boolean {
  return explicit.test(text);
}

/** Also detects what mail clients turn into links: «evil.com». */
export function hasWebAddress(text: string): boolean {
  return explicit.test(text) || host.test(text);
}
