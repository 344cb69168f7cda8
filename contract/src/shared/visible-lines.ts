/** Lines of text that people paste: what cannot be seen is dropped and not refused, since an emoji may contain it. */
export function visibleLines(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replace(/(?!\n)[\p{Cc}\p{Cf}]/gu, '')
    .replace(/\n{4,}/g, '\n\n\n')
    .trim();
}
