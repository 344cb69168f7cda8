import { crc32, createDeflateRaw } from 'node:zlib';

interface Entry {
  name: Buffer;
  offset: number;
  crc: number;
  packed: number;
  size: number;
}

/** A streamed zip: sizes and checksums follow their data. */
export function zipWriter() {
  const entries: Entry[] = [];
  let offset = 0;
  const count = (chunk: Buffer) => {
    offset += chunk.length;
    return chunk;
  };

  async function* entry(name: string, content: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
    const record: Entry = { name: Buffer.from(name), offset, crc: 0, packed: 0, size: 0 };
    yield count(Buffer.concat([header('PK\x03\x04', record), record.name]));
    const deflate = createDeflateRaw();
    const feeding = feed(deflate, content, record);
    for await (const chunk of deflate as AsyncIterable<Buffer>) {
      record.packed += chunk.length;
      yield count(chunk);
    }
    await feeding;
    yield count(uint32s('PK\x07\x08', [record.crc, record.packed, record.size]));
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

async function feed(
  deflate: ReturnType<typeof createDeflateRaw>,
  content: AsyncIterable<string | Uint8Array>,
  record: Entry,
) {
  try {
    for await (const piece of content) {
      const bytes = Buffer.from(piece as string);
      record.crc = crc32(bytes, record.crc);
      record.size += bytes.length;
      if (!deflate.write(bytes)) await new Promise((resolve) => deflate.once('drain', resolve));
    }
    deflate.end();
  } catch (error) {
    deflate.destroy(error as Error);
  }
}

function uint32s(signature: string, values: number[]): Buffer {
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
