import { crc32, inflateRawSync } from 'node:zlib';
import { expect } from 'vitest';

/** RFC 4180 with semicolons. */
export function readCsv(text: string): string[][] {
  const field = /("(?:[^"]|"")*"|[^;\r\n]*)(;|\r\n)/g;
  const rows: string[][] = [[]];
  for (const [, raw = '', end] of text.matchAll(field)) {
    rows.at(-1)?.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw);
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

/** By the directory at the end, as any program would; checks each file's size and checksum. */
export function readEntries(zip: Buffer): Map<string, Buffer> {
  const tail = zip.lastIndexOf('PK\x05\x06', -1, 'latin1');
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(tail + 16);
  expect(at + zip.readUInt32LE(tail + 12)).toBe(tail);
  for (let left = zip.readUInt16LE(tail + 10); left > 0; left -= 1) {
    expect(zip.toString('latin1', at, at + 4)).toBe('PK\x01\x02');
    const [crc, packed, size] = [16, 20, 24].map((offset) => zip.readUInt32LE(at + offset)) as [number, number, number];
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28);
    const local = zip.readUInt32LE(at + 42);
    expect(zip.toString('latin1', local, local + 4)).toBe('PK\x03\x04');
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const content = inflateRawSync(zip.subarray(begin, begin + packed));
    expect([content.length, crc32(content)]).toEqual([size, crc]);
    files.set(zip.toString('utf8', at + 46, nameEnd), content);
    at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}

export function readZip(zip: Buffer): Map<string, string> {
  return new Map([...readEntries(zip)].map(([name, content]) => [name, content.toString()]));
}

/** Texts, numbers with a comma, and dates as the cell's format shows them, like in our CSV. */
export function readSheet(files: Map<string, string>, name = 'sheet1'): string[][] {
  const formats = formatsOf(files.get('xl/styles.xml') as string);
  const xml = files.get(`xl/worksheets/${name}.xml`) as string;
  const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };
  const plain = (text: string) => text.replace(/&(lt|gt|amp);/g, (entity) => entities[entity] ?? entity);
  const cell = /<c(?: s="(\d+)")?(?: t="inlineStr"><is><t[^>]*>(.*?)<\/t><\/is>|><v>(.*?)<\/v>)<\/c>/gs;
  return [...xml.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(cell)].map(([, style, text, value]) => {
      if (value === undefined) return plain(text ?? '');
      const format = formats[Number(style ?? 0)];
      return format ? showDate(Number(value), format) : value.replace('.', ',');
    }),
  );
}

/** The date format of each cell style; undefined for a style without one. */
function formatsOf(styles: string): (string | undefined)[] {
  const byId = new Map(
    [...styles.matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [id, code]),
  );
  const [, cells = ''] = /<cellXfs[^>]*>(.*?)<\/cellXfs>/s.exec(styles) ?? [];
  return [...cells.matchAll(/<xf([^>]*)\/>/g)].map(([, xf = '']) => byId.get(/numFmtId="(\d+)"/.exec(xf)?.[1]));
}

/** Counts days since the end of 1899, as a spreadsheet does, and fills in the format. */
function showDate(serial: number, format: string): string {
  const date = new Date(Math.round((serial - 25_569) * 86_400) * 1000).toISOString();
  const [yyyy = '', mm = '', dd = '', hours = '', minutes = '', seconds = ''] = date.split(/[-T:.]/);
  const time = [hours, minutes, seconds].join(':');
  return format.replaceAll('\\', '').replace('hh:mm:ss', time).replace('dd.mm.yyyy', `${dd}.${mm}.${yyyy}`);
}
