import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoryPages, validateXML } from 'xmllint-wasm';

const decode = (bytes: Uint8Array) => new TextDecoder('windows-1251').decode(bytes);
/** The validator reads UTF-8 alone. */
const asUtf8 = (xml: string) => xml.replace('encoding="windows-1251"', 'encoding="UTF-8"');

const file = 'ON_NSCHFDOPPR_1_997_01_05_03_05.xsd';
export const schema = asUtf8(decode(readFileSync(join(import.meta.dirname, '../schemas', file))));

/** What the published schema finds wrong with files, by their names; nothing for valid ones. */
export async function schemaFaults(files: { name: string; content: Uint8Array }[]): Promise<string[]> {
  const xml = files.map(({ name, content }) => ({ fileName: name, contents: asUtf8(decode(content)) }));
  const pages = { initialMemoryPages: 256, maxMemoryPages: 2 * memoryPages.GiB };
  const { errors } = await validateXML({ xml, schema: { fileName: 'upd.xsd', contents: schema }, ...pages });
  return errors.map(({ rawMessage }) => rawMessage);
}

export interface ReadElement {
  name: string;
  attributes: Record<string, string>;
  children: ReadElement[];
  text: string;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
const unescaped = (text: string) =>
  text.replace(/&(#?\w+);/g, (_, name: string) =>
    name.startsWith('#') ? String.fromCodePoint(Number(name.slice(1))) : (entities[name] as string),
  );

/** Reads what our writer writes, independently of it. */
export function readXmlFile(content: Uint8Array): ReadElement {
  const top: ReadElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  for (const [, isEnd, name, said, isEmpty, text] of decode(content).matchAll(
    /<(\/?)([^\s/<>?]+)((?: [^\s=]+="[^"]*")*)(\/?)>([^<]*)/g,
  )) {
    if (isEnd) open.pop();
    else {
      const pairs = [...(said as string).matchAll(/ ([^\s=]+)="([^"]*)"/g)].map(([, key, value]) => [
        key as string,
        unescaped(value as string),
      ]);
      const one = {
        name: name as string,
        attributes: Object.fromEntries(pairs),
        children: [],
        text: unescaped(text ?? ''),
      };
      open.at(-1)?.children.push(one);
      if (!isEmpty) open.push(one);
    }
  }
  return top.children[0] as ReadElement;
}

/** Every element at that path below. */
export function allAt(one: ReadElement, path: string): ReadElement[] {
  return path
    .split('/')
    .reduce((found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)), [one]);
}
