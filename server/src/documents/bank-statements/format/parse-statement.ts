import { decodeText } from './decode-text.ts';
import { eachLine } from './each-line.ts';
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
