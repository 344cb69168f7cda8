import { type RequestFileType, requestFileTypes } from '@kazna/contract/cabinet/requests';

const openXml = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

const signatures: [type: RequestFileType, bytes: string, at: number][] = [
  ['image/png', '\x89PNG\r\n\x1a\n', 0],
  ['image/jpeg', '\xff\xd8\xff', 0],
  ['image/gif', 'GIF87a', 0],
  ['image/gif', 'GIF89a', 0],
  ['image/webp', 'WEBP', 8],
  ['image/heic', 'ftypheic', 4],
  ['image/heic', 'ftypheix', 4],
  ['image/heic', 'ftypmif1', 4],
  ['image/tiff', 'II*\0', 0],
  ['image/tiff', 'MM\0*', 0],
  ['application/pdf', '%PDF-', 0],
  ['application/rtf', '{\\rtf', 0],
  ['application/msword', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 0],
  ['application/vnd.ms-excel', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 0],
  // OpenDocument keeps its type uncompressed in the first entry.
  [`${openDocument}.text`, `mimetype${openDocument}.text`, 30],
  [`${openDocument}.spreadsheet`, `mimetype${openDocument}.spreadsheet`, 30],
];

/** Folders that only one kind of Office document has. Names of entries stand in a ZIP as they are: nothing is unpacked. */
const officeFolders: [type: RequestFileType, folder: string][] = [
  [`${openXml}.wordprocessingml.document`, 'word/'],
  [`${openXml}.spreadsheetml.sheet`, 'xl/'],
  [`${openXml}.presentationml.presentation`, 'ppt/'],
];

/** What the bytes say, as long as the name's extension is one of that type; null for anything else. */
export function detectType(bytes: Uint8Array, name: string): RequestFileType | null {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const types = Object.keys(requestFileTypes) as RequestFileType[];
  const named = types.find((type) => (requestFileTypes[type] as readonly string[]).includes(extension));
  if (!named) return null;
  return isOfType(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), named) ? named : null;
}

function isOfType(bytes: Buffer, type: RequestFileType): boolean {
  if (type === 'text/plain') return isText(bytes);
  if (type === 'image/bmp')
    return startsWith(bytes, 'BM') && bytes.length > 14 && bytes.readUInt32LE(2) === bytes.length;
  const office = officeFolders.find(([known]) => known === type);
  if (office)
    return startsWith(bytes, 'PK\x03\x04') && bytes.includes('[Content_Types].xml') && bytes.includes(office[1]);
  return signatures.some(([known, signature, at]) => known === type && startsWith(bytes, signature, at));
}

function startsWith(bytes: Buffer, text: string, at = 0): boolean {
  return bytes.toString('latin1', at, at + text.length) === text;
}

/** Also of the old Windows encoding: it has no control characters, and only its reader interprets it. */
function isText(bytes: Buffer): boolean {
  return bytes.every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d || byte === 0x0c);
}

const maxName = 120;

/** The last part of a path without what a disk or a header would stumble over; the extension stays. */
export function cleanName(given: string): string {
  const last = given.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const visible = last
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*]/gu, '')
    .replace(/\s+/g, ' ')
    // A row of dots is tried from its first alone, or a long one would take time by the square of its length.
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, '');
  const extension = /\.[^.]{1,10}$/.exec(visible)?.[0] ?? '';
  const stem = [...visible.slice(0, visible.length - extension.length)].slice(0, maxName - extension.length).join('');
  return `${stem.trim() || 'file'}${extension}`;
}
