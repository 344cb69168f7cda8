/** Keys that a file cannot do without: in the wrong encoding none of them can be read. */
const readableKeys = /^[ \t]*(?:ВерсияФормата|Кодировка|Отправитель|Получатель|ДатаСоздания|Секция)/im;
const sampleLength = 64 * 1024;

/** Finds the encoding by what can be read: `Кодировка=` is often wrong. Never throws: any bytes become some text. */
export function decodeText(bytes: Uint8Array): string {
  const utf8 = decodeStrictUtf8(bytes);
  if (utf8 !== null) return utf8;
  for (const encoding of ['windows-1251', 'ibm866', 'utf-8']) {
    const decoder = new TextDecoder(encoding);
    if (readableKeys.test(decoder.decode(bytes.subarray(0, sampleLength)))) return decoder.decode(bytes);
  }
  return new TextDecoder('windows-1251').decode(bytes);
}

/** A file that was cut in the middle of a character is still UTF-8. */
function decodeStrictUtf8(bytes: Uint8Array): string | null {
  for (let cut = 0; cut <= Math.min(3, bytes.length); cut += 1) {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, bytes.length - cut));
    } catch {
      // The next, shorter piece is tried.
    }
  }
  return null;
}
