import { crc32, createDeflateRaw } from 'node:zlib';
import type { Cell } from './cell.ts';

const parts: Record<string, string> = {
  '[Content_Types].xml':
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
  '_rels/.rels':
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
  'xl/workbook.xml':
    '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="{title}" sheetId="1" r:id="r1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
};

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** A streamed zip: sizes and checksums follow their data. The title is ours and needs no escaping. */
export async function* xlsx(title: string, rows: AsyncIterable<Cell[]>): AsyncGenerator<Uint8Array> {
  const zip = zipWriter();
  for (const [name, content] of Object.entries(parts)) {
    yield* zip.entry(name, once(declaration + content.replace('{title}', title)));
  }
  yield* zip.entry('xl/worksheets/sheet1.xml', sheet(rows));
  yield zip.end();
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

async function* sheet(rows: AsyncIterable<Cell[]>): AsyncGenerator<string> {
  yield `${declaration}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>`;
  for await (const row of rows) yield `<row>${row.map(cellXml).join('')}</row>`;
  yield '</sheetData></worksheet>';
}

/** Inline strings are never run as formulas. */
function cellXml(cell: Cell): string {
  if (typeof cell !== 'string') return `<c><v>${cell.number}</v></c>`;
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
  // XML 1.0 has no control characters and no U+FFFE, U+FFFF, not even escaped.
  const text = cell.replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '').replace(/[&<>]/g, (mark) => entities[mark] ?? mark);
  return `<c t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

interface Entry {
  name: Buffer;
  offset: number;
  crc: number;
  packed: number;
  size: number;
}

function zipWriter() {
  const entries: Entry[] = [];
  let offset = 0;
  const count = (chunk: Buffer) => {
    offset += chunk.length;
    return chunk;
  };

  async function* entry(name: string, content: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
    const record: Entry = { name: Buffer.from(name), offset, crc: 0, packed: 0, size: 0 };
    yield count(Buffer.concat([header('PK\x03\x04', record), record.name]));
    const deflate = createDeflateRaw();
    const feeding = feed(deflate, content, record);
    for await (const chunk of deflate as AsyncIterable<Buffer>) {
      record.packed += chunk.length;
      yield count(chunk);
    }
    await feeding;
    yield count(words('PK\x07\x08', [record.crc, record.packed, record.size]));
    entries.push(record);
  }

  function end(): Uint8Array {
    const directory = Buffer.concat(entries.flatMap((record) => [header('PK\x01\x02', record), record.name]));
    const tail = Buffer.alloc(22);
    tail.write('PK\x05\x06', 'latin1');
    tail.writeUInt16LE(entries.length, 8);
    tail.writeUInt16LE(entries.length, 10);
    tail.writeUInt32LE(directory.length, 12);
    tail.writeUInt32LE(offset, 16);
    return Buffer.concat([directory, tail]);
  }

  return { entry, end };
}

async function feed(deflate: ReturnType<typeof createDeflateRaw>, content: AsyncIterable<string>, record: Entry) {
  try {
    for await (const text of content) {
      const bytes = Buffer.from(text);
      record.crc = crc32(bytes, record.crc);
      record.size += bytes.length;
      if (!deflate.write(bytes)) await new Promise((resolve) => deflate.once('drain', resolve));
    }
    deflate.end();
  } catch (error) {
    deflate.destroy(error as Error);
  }
}

function words(signature: string, values: number[]): Buffer {
  const buffer = Buffer.alloc(4 + values.length * 4);
  buffer.write(signature, 'latin1');
  values.forEach((value, index) => void buffer.writeUInt32LE(value >>> 0, 4 + index * 4));
  return buffer;
}

/** Flags 0x0808: sizes follow the data, names are UTF-8. Method 8 is deflate; 0x21 is the format's first date. */
function header(signature: 'PK\x03\x04' | 'PK\x01\x02', record: Entry): Buffer {
  const isDirectory = signature === 'PK\x01\x02';
  const buffer = Buffer.alloc(isDirectory ? 46 : 30);
  buffer.write(signature, 'latin1');
  let at = 4;
  if (isDirectory) at = buffer.writeUInt16LE(20, at);
  at = buffer.writeUInt16LE(20, at);
  at = buffer.writeUInt16LE(0x0808, at);
  at = buffer.writeUInt16LE(8, at);
  at = buffer.writeUInt16LE(0, at);
  at = buffer.writeUInt16LE(0x21, at);
  at = buffer.writeUInt32LE(isDirectory ? record.crc >>> 0 : 0, at);
  at = buffer.writeUInt32LE(isDirectory ? record.packed : 0, at);
  at = buffer.writeUInt32LE(isDirectory ? record.size : 0, at);
  buffer.writeUInt16LE(record.name.length, at);
  if (isDirectory) buffer.writeUInt32LE(record.offset, 42);
  return buffer;
}
