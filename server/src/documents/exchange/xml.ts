/** An element with attributes in their order; an attribute or a child that is undefined is left out. */
export interface Element {
  name: string;
  attributes: Record<string, string>;
  children: (Element | string)[];
}

export function element(
  name: string,
  attributes: Record<string, string | undefined> = {},
  children: (Element | string | undefined | false)[] = [],
): Element {
  const said = Object.entries(attributes).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const present = children.filter((child): child is Element | string => child !== undefined && child !== false);
  return { name, attributes: Object.fromEntries(said), children: present };
}

/** The elements of that name right below. */
export function childrenOf({ children }: Element, name: string): Element[] {
  return children.filter((child): child is Element => typeof child !== 'string' && child.name === name);
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** XML 1.0 has no place for these, not even as references. */
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

function escaped(text: string): string {
  return text.replace(forbidden, '').replace(/[&<>"]/g, (character) => entities[character] as string);
}

function write({ name, attributes, children }: Element): string {
  const said = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const content = children.map((child) => (typeof child === 'string' ? escaped(child) : write(child))).join('');
  return content ? `<${name}${said.join('')}>${content}</${name}>` : `<${name}${said.join('')}/>`;
}

/** The bytes of a file in windows-1251, which is what the tax service's formats are in. */
export function xmlFile(root: Element): Buffer {
  return encodeWindows1251(`<?xml version="1.0" encoding="windows-1251"?>\n${write(root)}`);
}

const decoder = new TextDecoder('windows-1251');
const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));

/** A character that the set lacks becomes its numeric reference, so that names are kept as people wrote them. */
function encodeWindows1251(xml: string): Buffer {
  return Buffer.from(
    Array.from(xml, (character) => {
      const byte = bytes.get(character);
      return byte === undefined ? Array.from(`&#${character.codePointAt(0)};`, (sign) => sign.charCodeAt(0)) : byte;
    }).flat(),
  );
}
