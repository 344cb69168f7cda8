import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { postStatement, transfer, uploadStatement } from '../../../tests/support/bank-statements.ts';
import { newCompany, newInvoice, setBusiness } from '../../../tests/support/business.ts';
import type { SignedIn } from '../../../tests/support/organizations.ts';
import { newStaff } from '../../../tests/support/staff.ts';
import { plainHabits, type WrittenDocument, writeStatement } from '../../../tests/support/statement-writer.ts';
import { checkLedger } from '../../money/ledger/check-ledger.ts';

const app = appForThisFile();
let staff: SignedIn[];
beforeAll(async () => {
  await setBusiness(app);
  staff = [await newStaff(app, 'finance'), await newStaff(app, 'admin')];
});

interface Piece {
  from: number;
  length: number;
  encoding: 'windows-1251' | 'utf-8' | 'ibm866';
}

const pieces = fc.array(
  fc.record({
    from: fc.nat(9),
    length: fc.integer({ min: 1, max: 10 }),
    encoding: fc.constantFrom('windows-1251' as const, 'utf-8' as const, 'ibm866' as const),
  }),
  { minLength: 2, maxLength: 6 },
);
/** Small sums and few payers, so that equal documents happen. */
const drawn = fc.array(
  fc.record({ sum: fc.constantFrom(100, 200), payer: fc.nat(1), isNamed: fc.boolean(), number: fc.nat(2) }),
  { minLength: 10, maxLength: 10 },
);

test('random overlapping pieces of a bank’s history, posted by two members of staff at once, credit each payment once', async () => {
  const companies = [await newCompany(app), await newCompany(app)] as const;
  let round = 0;
  await fc.assert(
    fc.asyncProperty(drawn, pieces, async (documents, parts) => {
      round += 1;
      const invoices = [await newInvoice(app, companies[0], 900), await newInvoice(app, companies[1], 900)] as const;
      const before = await received();
      const history: WrittenDocument[] = documents.map(({ sum, payer, isNamed, number }, index) => {
        const purpose = isNamed ? (invoices[payer as 0 | 1].purpose as string) : `Перевод ${round}`;
        const company = companies[payer as 0 | 1];
        const day = `2026-04-${String(10 + Math.floor(index / 4)).padStart(2, '0')}`;
        return transfer(company.inn, { number: `${round}-${number}`, day, amountMinor: sum, purpose });
      });
      // A bank exports whole days: a day is in a file or it is not.
      const files = [...parts, { from: 0, length: 10, encoding: 'utf-8' as const }].map((part) =>
        daysOf(history, part),
      );
      await Promise.all(files.map(({ bytes }, index) => importFile(bytes, index)));
      const after = await received();
      expect(after.sum - before.sum).toBe(history.reduce((sum, { amountMinor }) => sum + amountMinor, 0));
      expect(after.count - before.count).toBe(history.length);
    }),
    { numRuns: 6 },
  );
  expect(await checkLedger(app.db)).toEqual([]);
}, 120_000);

function daysOf(history: WrittenDocument[], { from, length, encoding }: Piece) {
  const days = new Set(history.slice(from, from + length).map(({ day }) => day));
  const documents = history.filter(({ day }) => days.has(day));
  return { bytes: writeStatement(documents, [], { ...plainHabits, encoding }) };
}

async function importFile(bytes: Uint8Array, index: number): Promise<void> {
  const { token } = staff[index % 2] as SignedIn;
  const { body } = await uploadStatement(app, token, bytes);
  expect((await postStatement(app, token, body.id)).status).toBe(200);
}

async function received(): Promise<{ count: number; sum: number }> {
  const { rows } = await app.db.queryText(
    `select count(*)::int as count, coalesce(sum(amount_minor), 0)::int as sum from ledger_transfers
     where kind = 'bank_receipt'`,
  );
  return rows[0] as { count: number; sum: number };
}
