import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Mutant, mutantsOf } from './mutate-code.ts';

const root = join(import.meta.dirname, '../../..');

/** Where money is counted: what these files do wrong, somebody pays for. */
const rooms = [
  'server/src/money/ledger/*.ts',
  'server/src/money/charges/**/*.ts',
  'server/src/services/subscriptions/*.ts',
  'server/src/services/promised-payments/*.ts',
  'server/src/services/usage/{charge-usage,usage-parts,earlier-usage,charging-store,pay-usage}.ts',
  'server/src/payments/{decide-payment,change-status,settle-payment,apply-provider-payment,status-store}.ts',
  'server/src/payments/refunds/*.ts',
  'server/src/documents/{vat,amounts}.ts',
  'server/src/documents/monthly/advances/*.ts',
  'contract/src/shared/usage-price.ts',
];

/** A file with its faults, which have the numbers from `firstNumber` on. */
export interface Planted {
  file: string;
  code: string;
  firstNumber: number;
  mutants: Mutant[];
}

export function plantAll(): Planted[] {
  let firstNumber = 0;
  return globSync(rooms, { cwd: root, exclude: ['**/*.test.ts'] })
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted()
    .map((file) => {
      const code = readFileSync(join(root, file), 'utf8');
      const planted = { file, code, firstNumber, mutants: mutantsOf(code) };
      firstNumber += planted.mutants.length;
      return planted;
    });
}

export function hashOfTest(file: string): string {
  return createHash('sha256')
    .update(readFileSync(join(root, file)))
    .digest('hex')
    .slice(0, 12);
}

/** The line and what differs in it, with a little around. */
export function describeChange(code: string, { line, original, replacement }: Mutant): string {
  let start = 0;
  while (original[start] === replacement[start] && start < original.length) start += 1;
  let end = 0;
  while (
    original.at(-1 - end) === replacement.at(-1 - end) &&
    end < Math.min(original.length, replacement.length) - start
  )
    end += 1;
  const cut = (text: string) =>
    text.slice(Math.max(0, start - 25), text.length - Math.max(0, end - 25)).replace(/\s+/g, ' ');
  return `${cut(original)} → ${cut(replacement)}    in ${code.split('\n')[line - 1]?.trim()}`;
}
