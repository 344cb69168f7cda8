import { readBalance, readDocument, type Section } from './read-section.ts';
import type { Statement } from './statement.ts';

const maxFaults = 200;

const texts = {
  notStatement: 'Это не выписка 1CClientBankExchange: первой строки нет',
  unclosed: 'Раздел не закрыт: файл оборван или испорчен. Раздел пропущен',
  unopened: 'Конец раздела без начала',
  noEnd: 'Нет строки «КонецФайла»: файл мог быть оборван',
  noBalance: 'В остатках нет счёта или даты',
};

/** Names of sections by the lines that open and close them. */
const openings: Record<string, Kind> = { секциядокумент: 'document', секциярасчсчет: 'balance' };
const closings: Record<string, Kind> = { конецдокумента: 'document', конецрасчсчет: 'balance' };
type Kind = 'document' | 'balance';

/**
 * Reads a file of the format `1CClientBankExchange`. Never throws, whatever the bytes: what cannot be read is a fault
 * with its line, and a section that is not whole is left out rather than guessed.
 */
export function parseStatement(bytes: Uint8Array): Statement {
  const reader = new StatementReader();
  const lines = eachLine(decodeText(bytes), (line, number) => reader.read(line, number));
  return reader.finish(lines);
}

class StatementReader {
  readonly #statement: Statement = { documents: [], balances: [], faults: [] };
  #state: 'before' | 'inside' | 'after' | 'refused' = 'before';
  #open: (Section & { kind: Kind }) | null = null;

  read(line: string, number: number): void {
    if (this.#state === 'refused' || this.#state === 'after') return;
    const text = line.trim();
    if (!text) return;
    if (this.#state === 'before') this.#readFirst(text, number);
    else this.#readLine(text, number);
  }

  #readLine(text: string, number: number): void {
    const equals = text.indexOf('=');
    const key = (equals < 0 ? text : text.slice(0, equals)).trim().toLowerCase();
    const value = equals < 0 ? '' : text.slice(equals + 1);
    const [opened, closed] = [openings[key], closings[key]];
    if (opened) this.#openSection({ kind: opened, line: number, title: value, values: new Map() });
    else if (closed) this.#closeSection(closed, number);
    else if (key === 'конецфайла') this.#state = 'after';
    else if (this.#open && value && !this.#open.values.get(key)?.trim()) this.#open.values.set(key, value);
  }

  finish(lastLine: number): Statement {
    if (this.#state === 'before') this.#fault(1, texts.notStatement);
    this.#dropOpenSection();
    if (this.#state === 'inside') this.#fault(lastLine, texts.noEnd);
    return this.#statement;
  }

  #readFirst(text: string, number: number): void {
    const isStatement = text.replace('\ufeff', '').toLowerCase() === '1cclientbankexchange';
    this.#state = isStatement ? 'inside' : 'refused';
    if (!isStatement) this.#fault(number, texts.notStatement);
  }

  #openSection(section: Section & { kind: Kind }): void {
    this.#dropOpenSection();
    this.#open = section;
  }

  #closeSection(kind: Kind, number: number): void {
    if (this.#open?.kind !== kind) {
      this.#dropOpenSection();
      this.#fault(number, texts.unopened);
      return;
    }
    const section = this.#open;
    this.#open = null;
    if (kind === 'document') this.#addDocument(section);
    else this.#addBalance(section);
  }

  #addDocument(section: Section): void {
    const document = readDocument(section);
    if (typeof document === 'string') this.#fault(section.line, document);
    else this.#statement.documents.push(document);
  }

  #addBalance(section: Section): void {
    const balance = readBalance(section);
    if (balance) this.#statement.balances.push(balance);
    else this.#fault(section.line, texts.noBalance);
  }

  #dropOpenSection(): void {
    if (this.#open) this.#fault(this.#open.line, texts.unclosed);
    this.#open = null;
  }

  #fault(line: number, message: string): void {
    if (this.#statement.faults.length < maxFaults) this.#statement.faults.push({ line, message });
  }
}

/** Keys that a file cannot do without: in the wrong encoding none of them can be read. */
const readableKeys = /^[ \t]*(?:ВерсияФормата|Кодировка|Отправитель|Получатель|ДатаСоздания|Секция)/im;
const sampleLength = 64 * 1024;

/** Finds the encoding by what can be read: `Кодировка=` is often wrong. Never throws: any bytes become some text. */
function decodeText(bytes: Uint8Array): string {
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

/** Visits lines that end in `\n`, `\r\n` or `\r`, without an array of them: 20 MB may be nothing but line ends. */
function eachLine(text: string, visit: (line: string, number: number) => void): number {
  let [number, from] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== 10 && code !== 13) continue;
    number += 1;
    visit(text.slice(from, at), number);
    if (code === 13 && text.charCodeAt(at + 1) === 10) at += 1;
    from = at + 1;
  }
  if (from === text.length && number > 0) return number;
  visit(text.slice(from), number + 1);
  return number + 1;
}
