/** Browsers take the other three for a dot in a host's name. */
const dot = '[.\\u3002\\uff0e\\uff61]';
const explicit = new RegExp(`://|www${dot}|\\S@\\S|\\d{1,3}(?:${dot}\\d{1,3}){3}|${dot}\\p{L}{2,}[:/]\\S`, 'iu');
// The lookbehind keeps the search linear: tried from every letter of a long word, a repetition would take hours.
const host = new RegExp(
  // A single letter before the dot is an initial, «И.Петров», unless what follows is written as a domain is: «t.me».
  `(?<=[\\p{L}\\p{N}-]{2})${dot}\\p{L}{2,}|[\\p{L}\\p{N}]${dot}(?:\\p{Ll}{2,}|\\p{Lu}{2,})(?!\\p{L})`,
  'u',
);

/** An address of a site or of a mailbox that cannot be taken for anything else. */
export function hasExplicitAddress(text: string): boolean {
  return explicit.test(text);
}

/** Also what mail programs turn into a link: «evil.com». */
export function hasWebAddress(text: string): boolean {
  return explicit.test(text) || host.test(text);
}
