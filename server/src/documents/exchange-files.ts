import { documentKinds } from '@kazna/contract/cabinet/documents';
import type { FileAnswer } from '@kazna/contract/shared/endpoint';
import type { FieldError } from '@kazna/contract/shared/problems';
import type { Database } from '../platform/db/database.ts';
import { zipWriter } from '../platform/files/zip.ts';
import { Problem } from '../platform/http/problem.ts';
import { dayInDigits } from './calendar.ts';
import { isExchanged, makeExchangeFile, missingFor, missingOfSeller } from './exchange/exchange-file.ts';
import type { ExchangedRow } from './exchange/upd-elements.ts';
import { findInvoice } from './invoices/invoices-store.ts';
import { findDocument, selectLatestOf } from './monthly/store.ts';
import { readExchangeSides } from './parties-store.ts';

/** Any organization's where none is given. */
async function findExchanged(db: Database, id: string, organizationId?: string): Promise<ExchangedRow> {
  const document = await findDocument(db, id, organizationId);
  if (document && isExchanged(document)) return document;
  const isKnown = document ?? (await findInvoice(db, id, organizationId));
  throw new Problem(isKnown ? 'document_without_xml' : 'not_found');
}

export async function readXml(db: Database, id: string, organizationId?: string): Promise<FileAnswer> {
  const document = await findExchanged(db, id, organizationId);
  const file = makeExchangeFile(document, await readExchangeSides(db, document.organizationId));
  if (Array.isArray(file)) throw notReady(file);
  return { name: file.name, contentType: 'application/xml', chunks: once(file.content) };
}

export async function readXmlReadiness(
  db: Database,
  id: string,
  organizationId?: string,
): Promise<{ missing: FieldError[] }> {
  const document = await findExchanged(db, id, organizationId);
  return { missing: missingFor(document, await readExchangeSides(db, document.organizationId)) };
}

const leftOutFile = 'Не вошли.txt';

/**
 * The files of a month, one after another, and a list of documents that were left out and what they lack. Refused as a
 * whole while the business itself has not said what every file needs.
 */
export async function xmlArchive(db: Database, period: string): Promise<FileAnswer> {
  const ids = await selectLatestOf(db, period);
  const [first] = ids;
  if (first) await assertSellerIsReady(db, await findExchanged(db, first));
  async function* chunks() {
    const zip = zipWriter();
    const leftOut: string[] = [];
    for (const id of ids) {
      const document = await findExchanged(db, id);
      const file = makeExchangeFile(document, await readExchangeSides(db, document.organizationId));
      if (Array.isArray(file)) leftOut.push(leftOutLine(document, file));
      else yield* zip.entry(file.name, once(file.content));
    }
    if (leftOut.length > 0) yield* zip.entry(leftOutFile, once(Buffer.from(`${leftOut.join('\r\n')}\r\n`)));
    yield zip.end();
  }
  const month = period.split('-').toReversed().join('.');
  return { name: `XML для ЭДО за ${month}.zip`, contentType: 'application/zip', chunks: chunks() };
}

async function assertSellerIsReady(db: Database, { organizationId }: ExchangedRow): Promise<void> {
  const errors = missingOfSeller(await readExchangeSides(db, organizationId));
  if (errors.length > 0) throw notReady(errors);
}

/** The text names them too: a toast shows nothing else. Nothing is lacking of what can have no file. */
function notReady(errors: FieldError[]): Problem {
  const named = errors.map(({ message }) => message).join('; ');
  const isFinal = errors.some(({ path }) => path === 'lines');
  const detail = isFinal ? `${named}.` : `Не хватает: ${named}.`;
  return new Problem('exchange_not_ready', { errors, detail });
}

function leftOutLine(document: ExchangedRow, faults: FieldError[]): string {
  const { kind, number, day, data } = document;
  const { name, inn } = data.buyer;
  const reasons = faults.map(({ message }) => message).join('; ');
  return `${documentKinds[kind]} ${number} от ${dayInDigits(day)}, ${name}, ИНН ${inn}: ${reasons}`;
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
