import { businessTime } from '@kazna/contract/shared/business-time';
import type { Cell } from '@kazna/contract/shared/csv';
import { zipWriter } from './zip.ts';

/** A program refuses a sheet with more. */
const maxRowsOfSheet = 1_048_576;

const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const documents = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Indexes into `cellXfs`. */
const styles = { time: 1, day: 2 };

/** Parts that do not depend on the number of sheets: whatever has no type of its own is a sheet. */
const fixedParts: Record<string, string> = {
  '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${contentType}.worksheet+xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${documents}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${spreadsheet}"><numFmts count="2"><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="dd\\.mm\\.yyyy"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};

interface Workbook {
  /** Ours, so that it needs no escaping. */
  title: string;
  header: Cell[];
  rows: AsyncIterable<Cell[]>;
}

/** More rows than a sheet may have go on in a second one, under the same header. */
export async function* xlsx({ title, header, rows }: Workbook, maxRows = maxRowsOfSheet): AsyncGenerator<Uint8Array> {
  const zip = zipWriter();
  for (const [name, content] of Object.entries(fixedParts)) yield* zip.entry(name, once(declaration + content));
  const source = rows[Symbol.asyncIterator]();
  let next = await source.next();
  async function* rowsOfSheet(): AsyncGenerator<Cell[]> {
    yield header;
    for (let count = 1; !next.done && count < maxRows; count += 1) {
      yield next.value;
      next = await source.next();
    }
  }
  let sheets = 0;
  do {
    sheets += 1;
    yield* zip.entry(`xl/worksheets/sheet${sheets}.xml`, sheet(rowsOfSheet()));
  } while (!next.done);
  for (const [name, content] of Object.entries(listOf(title, sheets))) {
    yield* zip.entry(name, once(declaration + content));
  }
  yield zip.end();
}

/** Written last, when the sheets are counted. */
function listOf(title: string, sheets: number): Record<string, string> {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  const nameOf = (number: number) => (number === 1 ? title : `${title} ${number}`);
  const listed = numbers.map((number) => `<sheet name="${nameOf(number)}" sheetId="${number}" r:id="s${number}"/>`);
  const related = numbers.map(
    (number) => `<Relationship Id="s${number}" Type="${documents}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
  );
  return {
    'xl/workbook.xml': `<workbook xmlns="${spreadsheet}" xmlns:r="${documents}"><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships">${related.join('')}<Relationship Id="r1" Type="${documents}/styles" Target="styles.xml"/></Relationships>`,
  };
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

/** A date in a narrower column is shown as «#######». */
const columnWidth = 20;

async function* sheet(rows: AsyncIterable<Cell[]>): AsyncGenerator<string> {
  yield `${declaration}<worksheet xmlns="${spreadsheet}"><sheetFormatPr defaultColWidth="${columnWidth}" defaultRowHeight="15"/><sheetData>`;
  for await (const row of rows) yield `<row>${row.map(cellXml).join('')}</row>`;
  yield '</sheetData></worksheet>';
}

/** Inline strings are never run as formulas. */
function cellXml(cell: Cell): string {
  if (typeof cell === 'string') return `<c t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`;
  if ('number' in cell) return `<c><v>${cell.number}</v></c>`;
  if ('day' in cell) return `<c s="${styles.day}"><v>${serialOf(cell.day)}</v></c>`;
  return `<c s="${styles.time}"><v>${serialOf(businessTime(cell.time))}</v></c>`;
}

/** Returns a spreadsheet's date: days since the end of 1899, without a zone. */
function serialOf(wallClock: string): number {
  return Date.parse(`${wallClock}Z`) / 86_400_000 + 25_569;
}

function escapeXml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
  // XML 1.0 has no control characters and no U+FFFE, U+FFFF, not even escaped.
  return text.replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '').replace(/[&<>]/g, (mark) => entities[mark] ?? mark);
}
