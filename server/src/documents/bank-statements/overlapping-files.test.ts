import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { postStatement, transfer, uploadStatement } from '../../../tests/support/bank-statements.ts';
import { newCompany, newInvoice, ownAccount, setBusiness } from '../../../tests/support/business.ts';
import type { SignedIn } from '../../../tests/support/organizations.ts';
import { newStaff } from '../../../tests/support/staff.ts';
import {
  type Habits,
  plainHabits,
  type WrittenBalance,
  type WrittenDocument,
  writeStatement,
} from '../../../tests/support/statement-writer.ts';
import { checkLedger } from '../../money/ledger/check-ledger.ts';

const app = appForThisFile();
let staff: SignedIn[];
beforeAll(async () => {
  await setBusiness(app);
  staff = [await newStaff(app, 'finance'), await newStaff(app, 'admin')];
});

/** One bank's export of one history may differ from the next in all of this. */
const habits: fc.Arbitrary<Habits> = fc.record({
  encoding: fc.constantFrom('windows-1251', 'utf-8', 'ibm866'),
  lineEnd: fc.constantFrom('\r\n', '\n', '\r'),
  claims: fc.constantFrom('Windows', 'DOS', 'UTF-8', ''),
  filledDay: fc.constantFrom('ДатаПоступило', 'ДатаСписано', 'both', 'none'),
  accountKey: fc.constantFrom('Счет', 'РасчСчет'),
  hasNames: fc.boolean(),
  hasUnknownKeys: fc.boolean(),
  hasBlankLines: fc.boolean(),
  hasEnd: fc.boolean(),
  splitsPurpose: fc.boolean(),
  decimals: fc.constantFrom('.', ','),
  isReversed: fc.boolean(),
});

interface Piece {
  from: number;
  length: number;
  habits: Habits;
  hasBalances: boolean;
}

const pieces = fc.array(
  fc.record({ from: fc.nat(9), length: fc.integer({ min: 1, max: 10 }), habits, hasBalances: fc.boolean() }),
  { minLength: 2, maxLength: 6 },
);
/** Small sums, few payers and numbers, so that equal documents happen; numbers as banks write them. */
const drawn = fc.array(
  fc.record({
    sum: fc.constantFrom(100, 250),
    payer: fc.nat(1),
    isNamed: fc.boolean(),
    number: fc.constantFrom('7', '0007', 'FDC240'),
  }),
  { minLength: 10, maxLength: 10 },
);

test('random overlapping pieces of a history, exported with any bank’s habits and posted by two members of staff at once, credit each payment once', async () => {
  const companies = [await newCompany(app), await newCompany(app)] as const;
  let round = 0;
  await fc.assert(
    fc.asyncProperty(drawn, pieces, async (documents, parts) => {
      round += 1;
      const invoices = [await newInvoice(app, companies[0], 900), await newInvoice(app, companies[1], 900)] as const;
      const before = await received();
      const history: WrittenDocument[] = documents.map(({ sum, payer, isNamed, number }, index) => {
        const purpose = isNamed ? (invoices[payer as 0 | 1].purpose as string) : `Перевод за услуги связи ${round}`;
        const company = companies[payer as 0 | 1];
        const day = `2026-04-${String(10 + Math.floor(index / 4)).padStart(2, '0')}`;
        return transfer(company.inn, { number: `${number}${round}`, day, amountMinor: sum, purpose });
      });
      const whole = { from: 0, length: 10, habits: plainHabits, hasBalances: true };
      const files = [...parts, whole].map((part) => fileOf(history, part));
      await Promise.all(files.map((bytes, index) => importFile(bytes, index)));
      const after = await received();
      expect(after.sum - before.sum).toBe(history.reduce((sum, { amountMinor }) => sum + amountMinor, 0));
      expect(after.count - before.count).toBe(history.length);
    }),
    { numRuns: 6 },
  );
  expect(await checkLedger(app.db)).toEqual([]);
}, 240_000);

/** A bank exports whole days, with a section of sums for each: a day is in a file or it is not. */
function fileOf(history: WrittenDocument[], { from, length, habits: writer, hasBalances }: Piece): Uint8Array {
  const days = [...new Set(history.slice(from, from + length).map(({ day }) => day))];
  const documents = history.filter(({ day }) => days.includes(day));
  const balances = days.map((day): WrittenBalance => {
    const receivedMinor = documents.reduce((sum, one) => sum + (one.day === day ? one.amountMinor : 0), 0);
    return { account: ownAccount, day, openingMinor: 5, receivedMinor, spentMinor: 0 };
  });
  return writeStatement(documents, hasBalances ? balances : [], writer);
}

async function importFile(bytes: Uint8Array, index: number): Promise<void> {
  const { token } = staff[index % 2] as SignedIn;
  const { body } = await uploadStatement(app, token, bytes);
  expect(body.balances.mismatched).toBe(0);
  expect((await postStatement(app, token, body.id)).status).toBe(200);
}

async function received(): Promise<{ count: number; sum: number }> {
  const { rows } = await app.db.queryText(
    `select count(*)::int as count, coalesce(sum(amount_minor), 0)::int as sum from ledger_transfers
     where kind = 'bank_receipt'`,
  );
  return rows[0] as { count: number; sum: number };
}
