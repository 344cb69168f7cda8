import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  encode,
  type Habits,
  plainHabits,
  type WrittenDocument,
  writeStatement,
} from '../../../../tests/support/statement-writer.ts';
import { parseStatement } from './parse-statement.ts';
import { checkBalances, directionOf } from './read-statement-file.ts';

const ours = { account: '40702810138250123017', name: 'ООО «Казна»', inn: '7707083893', bik: '044525225' };
const theirs = { account: '40702810900000000001', name: 'ООО "Ромашка"', inn: '7736050003', bik: '044525593' };
const payment: WrittenDocument = {
  number: '00042',
  day: '2026-02-01',
  amountMinor: 660_375,
  payer: theirs,
  payee: ours,
  purpose: 'Оплата по счёту № КЗ-000123 от 01.02.2026',
};
const read = (text: string) => parseStatement(encode(text, 'windows-1251'));
const section = (lines: string) =>
  read(`1CClientBankExchange\nСекцияДокумент=Платежное поручение\n${lines}\nКонецДокумента\nКонецФайла`);
const usual = 'Номер=1\nДата=01.02.2026\nСумма=10\nПолучательСчет=1\nПлательщикСчет=2';

const habits: fc.Arbitrary<Habits> = fc.record({
  encoding: fc.constantFrom('windows-1251', 'ibm866', 'utf-8'),
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
const words = fc
  .array(fc.stringMatching(/^[А-Яа-яA-Za-z0-9=№.,/-]{1,12}$/), { minLength: 1, maxLength: 12 })
  .map((list) => list.join(' ').replaceAll('№', 'N'));
const anyDocument: fc.Arbitrary<WrittenDocument> = fc.record({
  number: fc.stringMatching(/^[0-9A-Z]{1,8}$/),
  day: fc
    .date({ min: new Date('2020-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  amountMinor: fc.integer({ min: 1, max: 999_999_999_999 }),
  payer: fc.constant(theirs),
  payee: fc.constant(ours),
  purpose: words,
});

test('whatever the habits of a bank, a statement is read as it was written', () => {
  fc.assert(
    fc.property(fc.array(anyDocument, { maxLength: 8 }), habits, (documents, habit) => {
      const { documents: found, faults } = parseStatement(writeStatement(documents, [], habit));
      expect(faults).toEqual(
        habit.hasEnd ? [] : [expect.objectContaining({ message: expect.stringMatching(/КонецФайла/) })],
      );
      expect(found).toHaveLength(documents.length);
      for (const [index, document] of documents.entries()) {
        const { number, day, amountMinor, purpose } = document;
        expect(found[index]).toMatchObject({ number, day, receivedDay: day, spentDay: day, amountMinor, purpose });
        expect(found[index]?.payer).toEqual({
          accounts: [theirs.account],
          name: habit.hasNames ? theirs.name : '',
          inn: theirs.inn,
          bik: theirs.bik,
        });
      }
    }),
    { numRuns: 300 },
  );
});

test('no bytes make the parser of statements throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3000 }), (bytes) => {
      parseStatement(bytes);
    }),
    { numRuns: 300 },
  );
});

test('a statement that is cut or damaged anywhere never throws and invents no document', () => {
  const whole = [payment, { ...payment, number: '43', amountMinor: 100 }];
  const known = new Set(['00042 660375', '43 100']);
  fc.assert(
    fc.property(habits, fc.nat(), (habit, place) => {
      const bytes = writeStatement(whole, [], habit);
      const { documents, faults } = parseStatement(bytes.subarray(0, place % bytes.length));
      for (const { number, amountMinor } of documents) expect(known).toContain(`${number} ${amountMinor}`);
      expect(documents.length === 2 || faults.length > 0).toBe(true);
    }),
    { numRuns: 500 },
  );
  fc.assert(
    fc.property(habits, fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 20 }), (habit, place, noise) => {
      const bytes = writeStatement(whole, [], habit);
      bytes.set(noise, place % (bytes.length - noise.length));
      parseStatement(bytes);
    }),
    { numRuns: 500 },
  );
});

test('lines of any keys and markers in any order never make the parser throw', () => {
  const line = fc.constantFrom(
    '1CClientBankExchange',
    'СекцияДокумент=Платежное поручение',
    'КонецДокумента',
    'СекцияРасчСчет',
    'КонецРасчСчет',
    'КонецФайла',
    ...usual.split('\n'),
    '__proto__=1',
    'constructor',
    '=',
    'Сумма=-1',
    'РасчСчет=1',
  );
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const { documents } = read(['1CClientBankExchange', ...lines].join('\n'));
      for (const { amountMinor } of documents) expect(amountMinor).toBe(1000);
    }),
    { numRuns: 1000 },
  );
});

describe('habits of banks', () => {
  test('a value of a statement keeps everything after the first equals sign', () => {
    const { documents } = section(`${usual}\nНазначениеПлатежа=Счёт=5; сумма=10=`);
    expect(documents[0]?.purpose).toBe('Счёт=5; сумма=10=');
  });

  test('keys of a statement are compared without regard to case', () => {
    const { documents } = section(
      `${usual.replace('ПлательщикСчет', 'плательщикРАСЧСчет')}\nплательщикинн= 7736050003 `,
    );
    expect(documents[0]?.payer).toMatchObject({ accounts: ['2'], inn: '7736050003' });
  });

  test('of a repeated key of a statement the first value that is not empty counts', () => {
    const { documents } = section(`Сумма=\n${usual}\nСумма=99999`);
    expect(documents[0]?.amountMinor).toBe(1000);
  });

  test('an invalid ИНН in a statement is read as none', () => {
    for (const inn of ['0', '4', '', '0000000000', 'abc'])
      expect(section(`${usual}\nПлательщикИНН=${inn}`).documents[0]?.payer.inn).toBeNull();
  });

  test('ИНН and КПП in front of a payer’s name are left out', () => {
    const { documents } = section(`${usual}\nПлательщик=ИНН 7765434566\\775001001 ОАО Ромашка`);
    expect(documents[0]?.payer.name).toBe('ОАО Ромашка');
  });

  test.each([
    ['840', 84_000],
    ['6603.75', 660_375],
    ['107728.7', 10_772_870],
    ['1 234,56', 123_456],
    ['1\u00a0234.50', 123_450],
    ["1'000.00", 100_000],
    ['0.010', 1],
    ['9999999999999.99', 999_999_999_999_999],
  ])('a sum written as «%s» is read to the kopeck', (text, amountMinor) => {
    expect(section(usual.replace('Сумма=10', `Сумма=${text}`)).documents[0]?.amountMinor).toBe(amountMinor);
  });

  test.each(['0', '-5', '1.005', '1,234.56', '1e3', '12345678901234', 'десять', 'Infinity'])(
    'a document whose sum is «%s» is a fault with its line',
    (text) => {
      const { documents, faults } = section(usual.replace('Сумма=10', `Сумма=${text}`));
      expect(documents).toEqual([]);
      expect(faults).toEqual([{ line: 2, message: expect.stringContaining('нет суммы') }]);
    },
  );

  test('a document without a day of the calendar is a fault with its line', () => {
    expect(section(usual.replace('01.02.2026', '30.02.2026')).faults).toEqual([
      { line: 2, message: 'В документе нет даты, или она записана с ошибкой' },
    ]);
  });

  test('a section that was not closed before the next one is left out, with its line', () => {
    const text = `1CClientBankExchange\nСекцияДокумент=А\n${usual}\nСекцияДокумент=Б\n${usual}\nКонецДокумента\nКонецФайла`;
    const { documents, faults } = read(text);
    expect(documents.map(({ kind }) => kind)).toEqual(['Б']);
    expect(faults).toEqual([{ line: 2, message: expect.stringContaining('не закрыт') }]);
  });

  test('a file of another format is one fault, however long', () => {
    expect(read('дата;сумма\n'.repeat(1000))).toEqual({
      documents: [],
      balances: [],
      faults: [{ line: 1, message: 'Это не выписка 1CClientBankExchange: первой строки нет' }],
    });
    expect(parseStatement(new Uint8Array()).faults).toHaveLength(1);
  });

  test('control characters never reach a document of a statement', () => {
    const { documents } = section(`${usual}\nНазначениеПлатежа=а\0б\u0007в\u2028г`);
    expect(documents[0]?.purpose).toMatch(/^а б в/);
  });
});

describe('directions', () => {
  const own = new Set([ours.account, '40702810000000000002']);
  const direction = (document: Partial<WrittenDocument>, habit: Partial<Habits> = {}) => {
    const bytes = writeStatement([{ ...payment, ...document }], [], { ...plainHabits, ...habit });
    return parseStatement(bytes).documents.map((found) => directionOf(found, own));
  };

  test('a transfer to our account is incoming, though the bank filled the day of writing off', () => {
    expect(direction({}, { filledDay: 'ДатаСписано' })).toEqual(['incoming']);
    expect(direction({}, { accountKey: 'РасчСчет' })).toEqual(['incoming']);
  });

  test('a transfer from our account is outgoing, one between ours internal, and any other foreign', () => {
    expect(direction({ payer: ours, payee: theirs })).toEqual(['outgoing']);
    expect(direction({ payer: ours, payee: { ...ours, account: '40702810000000000002' } })).toEqual(['internal']);
    expect(direction({ payee: { ...theirs, account: '1' } })).toEqual(['foreign']);
  });
});

describe('daily balances', () => {
  const balance = {
    account: ours.account,
    day: payment.day,
    openingMinor: 1000,
    receivedMinor: payment.amountMinor,
    spentMinor: 0,
  };

  test('balances of every day that match the documents are no fault', () => {
    const next = { ...balance, day: '2026-02-02', openingMinor: 661_375, receivedMinor: 0 };
    expect(checkBalances(parseStatement(writeStatement([payment], [balance, next])))).toEqual([]);
  });

  test('a document that the sums of the day do not know of is a fault with the line of the balances', () => {
    const twice = parseStatement(writeStatement([payment, { ...payment, number: '43' }], [balance]));
    expect(checkBalances(twice)).toEqual([{ line: 5, message: expect.stringMatching(/^Поступило по остаткам/) }]);
  });

  test('balances of a statement that do not add up are a fault', () => {
    const statement = parseStatement(writeStatement([payment], [balance]));
    const [found] = statement.balances;
    const wrong = { ...statement, balances: [{ ...(found as NonNullable<typeof found>), closingMinor: 1 }] };
    expect(checkBalances(wrong)).toEqual([{ line: 5, message: expect.stringMatching(/^Остаток на конец/) }]);
  });
});

/** CPU time of this process, the least of three runs: what else the machine does counts little. Ends when it is enough. */
function cpuOf(work: () => unknown, enough = 0): number {
  const runs: number[] = [];
  do {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    runs.push(user + system);
  } while (runs.length < 3 && Math.min(...runs) >= enough);
  return Math.min(...runs);
}

/** A file of that many megabytes which repeats the piece. */
const repeated = (piece: string) => (megabytes: number) =>
  Buffer.concat([
    encode('1CClientBankExchange\n', 'windows-1251'),
    Buffer.alloc(megabytes * 1e6, encode(piece, 'windows-1251')),
  ]);

const wholeFile = new TextDecoder('windows-1251').decode(writeStatement([payment]));
const wholeSection = wholeFile.slice(wholeFile.indexOf('Секция'), wholeFile.indexOf('КонецФайла'));
const shapes: [string, (megabytes: number) => Uint8Array][] = [
  ['documents', repeated(wholeSection)],
  ['one endless line', repeated('а= ')],
  ['sections that never close', repeated('СекцияДокумент=\n')],
  ['line ends', repeated('\r')],
];

test.each(shapes)(
  'ten megabytes of %s cost less than forty times as much as one',
  (_, make) => {
    const [small, large] = [make(1), make(10)];
    parseStatement(small);
    // A few milliseconds of the small one are the garbage collector's, whatever is read. A cost that grows with the
    // square would be a hundred times as much.
    const limit =
      40 *
      Math.max(
        cpuOf(() => parseStatement(small)),
        20_000,
      );
    expect(cpuOf(() => parseStatement(large), limit)).toBeLessThan(limit);
  },
  120_000,
);
