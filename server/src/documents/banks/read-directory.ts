import { setImmediate } from 'node:timers/promises';
import { maxDirectoryBytes } from '@kazna/contract/admin/bank-directory';
import { isZip, unzipOnlyXml, type ZipFault } from './read-zip.ts';

export interface Bank {
  bik: string;
  name: string;
  correspondentAccount: string | null;
}

export interface Directory {
  day: string;
  banks: Bank[];
}

export type DirectoryFault = ZipFault;

const maxXmlBytes = 64 * 1024 * 1024;
const maxBanks = 50_000;
/** The event loop goes on between so many elements. */
const elementsAtOnce = 2000;

/** Reads the central bank's ED807. Nothing of a file that is not whole, of another kind or too large is taken. */
export async function readDirectory(bytes: Buffer): Promise<Directory | DirectoryFault> {
  if (bytes.length > maxDirectoryBytes) return 'too_large';
  const xml = isZip(bytes) ? unzipOnlyXml(bytes, maxXmlBytes) : bytes;
  return typeof xml === 'string' ? xml : parseDirectory(decode(xml));
}

function decode(xml: Buffer): string {
  const [, encoding = 'utf-8'] =
    /^[^>]{0,100}encoding=["']([\w-]{1,20})["']/.exec(xml.toString('latin1', 0, 200)) ?? [];
  return new TextDecoder(/1251/.test(encoding) ? 'windows-1251' : 'utf-8').decode(xml);
}

/** An element of the file; texts between elements mean nothing in it. Attributes have no `>` inside by the standard. */
const tag = /<(?:\?[^>]*\?|!--[\s\S]*?--|(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?))>/y;

async function parseDirectory(text: string): Promise<Directory | DirectoryFault> {
  const open: string[] = [];
  const reader = new DirectoryReader();
  let isRootClosed = false;
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  for (let count = 0; ; count += 1) {
    if (count % elementsAtOnce === elementsAtOnce - 1) await setImmediate();
    const next = text.indexOf('<', at);
    if (next < 0) break;
    tag.lastIndex = next;
    const found = tag.exec(text);
    // What begins and does not end is a file cut in the middle, if it was a directory so far.
    if (!found) return reader.isDirectory && text.indexOf('>', next) < 0 ? 'cut' : 'unreadable';
    at = tag.lastIndex;
    const [, closing, name, attributes = '', isEmpty] = found;
    if (name === undefined) continue;
    const local = name.slice(name.indexOf(':') + 1);
    if (closing) {
      if (open.pop() !== local) return 'unreadable';
      isRootClosed = open.length === 0;
      continue;
    }
    if (isRootClosed || open.length > 10) return 'unreadable';
    if (open.length === 0 && local !== 'ED807') return 'unreadable';
    reader.element(local, attributes);
    if (reader.banks.size > maxBanks) return 'too_large';
    if (!isEmpty) open.push(local);
  }
  if (!reader.isDirectory) return 'unreadable';
  if (!isRootClosed) return 'cut';
  return reader.finish() ?? 'unreadable';
}

class DirectoryReader {
  banks = new Map<string, Bank>();
  #day: string | undefined;
  #bik = '';
  isDirectory = false;

  element(name: string, attributes: string): void {
    if (name === 'ED807') {
      this.isDirectory = true;
      this.#day = attributeOf(attributes, 'BusinessDay') ?? attributeOf(attributes, 'EDDate');
    }
    if (name === 'BICDirectoryEntry') this.#bik = attributeOf(attributes, 'BIC') ?? '';
    if (name === 'ParticipantInfo') this.#participant(attributes);
    if (name === 'Accounts') this.#account(attributes);
  }

  #participant(attributes: string): void {
    const name = cleanText(attributeOf(attributes, 'NameP') ?? '');
    // PSDL: left the payment system.
    if (!/^\d{9}$/.test(this.#bik) || !name || attributeOf(attributes, 'ParticipantStatus') === 'PSDL') return;
    const kind = cleanText(attributeOf(attributes, 'Tnp') ?? '');
    const place = cleanText(attributeOf(attributes, 'Nnp') ?? '');
    const city = place && `${/^[гпс]$/.test(kind) ? `${kind}. ` : kind && `${kind} `}${place}`;
    const full = city ? `${name}, ${city}` : name;
    this.banks.set(this.#bik, { bik: this.#bik, name: full.slice(0, 100), correspondentAccount: null });
  }

  /** A bank's correspondent account, or the treasury's single one; one that is being closed does not count. */
  #account(attributes: string): void {
    const bank = this.banks.get(this.#bik);
    const account = attributeOf(attributes, 'Account') ?? '';
    const type = attributeOf(attributes, 'RegulationAccountType');
    const isUsable = /^\d{20}$/.test(account) && attributeOf(attributes, 'AccountStatus') !== 'ACDL';
    if (bank && isUsable && (type === 'CRSA' || (type === 'UTRA' && !bank.correspondentAccount)))
      bank.correspondentAccount = account;
  }

  finish(): Directory | null {
    const day = this.#day;
    const isDay = day !== undefined && /^20\d\d-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day));
    return isDay && this.banks.size > 0 ? { day, banks: [...this.banks.values()] } : null;
  }
}

function attributeOf(attributes: string, name: string): string | undefined {
  const [, double, single] = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes) ?? [];
  const value = double ?? single;
  return value?.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(quot|amp|lt|gt|apos));/gi, (whole, decimal, hex, named) => {
    if (named) return entities[named as keyof typeof entities] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

const entities = { quot: '"', amp: '&', lt: '<', gt: '>', apos: "'" };

/** As fields of requisites take it. */
function cleanText(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
