import { inflateRawSync } from 'node:zlib';

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const stored = 0;
const deflated = 8;

export type ZipFault = 'cut' | 'unreadable' | 'too_large';

export function isZip(bytes: Buffer): boolean {
  return bytes.length > 3 && bytes.readUInt32LE(0) === 0x04034b50;
}

/**
 * Returns the only XML file of an archive. The sizes in its directory are what its author says: no more than `maxBytes`
 * comes out of it whatever they are.
 */
export function unzipOnlyXml(bytes: Buffer, maxBytes: number): Buffer | ZipFault {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  // The directory stands at the end, so a file cut in the middle has none.
  if (end < 0 || end + 22 > bytes.length) return 'cut';
  if (bytes.readUInt32LE(end) !== endSignature) return 'unreadable';
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  const found: number[] = [];
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== entrySignature) return 'unreadable';
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('latin1', at + 46, at + 46 + nameLength);
    if (/\.xml$/i.test(name)) found.push(at);
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  const [entry, ...others] = found;
  return entry === undefined || others.length > 0 ? 'unreadable' : contentOf(bytes, entry, maxBytes);
}

function contentOf(bytes: Buffer, entry: number, maxBytes: number): Buffer | ZipFault {
  const isEncrypted = (bytes.readUInt16LE(entry + 8) & 1) === 1;
  const method = bytes.readUInt16LE(entry + 10);
  const size = bytes.readUInt32LE(entry + 20);
  const place = bytes.readUInt32LE(entry + 42);
  if (isEncrypted || (method !== stored && method !== deflated) || place + 30 > bytes.length) return 'unreadable';
  const start = place + 30 + bytes.readUInt16LE(place + 26) + bytes.readUInt16LE(place + 28);
  if (start + size > bytes.length) return 'cut';
  const packed = bytes.subarray(start, start + size);
  if (method === stored) return packed.length > maxBytes ? 'too_large' : packed;
  try {
    return inflateRawSync(packed, { maxOutputLength: maxBytes });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too_large' : 'unreadable';
  }
}
