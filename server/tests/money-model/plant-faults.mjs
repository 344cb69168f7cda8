/**
 * Plants faults of money in a copy of the last commit, one at a time, and says whether the model finds each:
 * `node server/tests/money-model/plant-faults.mjs [name]`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const rules = 'server/src/money/ledger/rules.ts';
const migration = 'server/src/platform/db/migrations/0081_pots.sql';
const tbank = 'server/src/payments/providers/tbank/tbank.ts';
const stop = 'server/src/services/subscriptions/stop.ts';
const histories = '200';

/** Each change is a file, what stands there and what stands there instead. */
const faults = {
  'a debit takes card money below zero': [
    [rules, 'taken[pot] = least(pots[pot], left);', "taken[pot] = pot === 'card' ? left : least(pots[pot], left);"],
    [migration, 'least(card_minor, bank_minor, staff_minor, bonus_minor) >= 0', 'true'],
    [migration, "= case kind when 'organization' then greatest(balance_minor, 0) else 0 end", 'is not null'],
  ],
  'an organization that owes is closed': [
    ['contract/src/cabinet/account-closure.ts', '...(amountMinor < 0 ? [', '...(amountMinor < 0 && !amountMinor ? ['],
    [migration, '(balance_minor <> 0 or credit_limit_minor <> 0)', 'balance_minor > 0'],
    [
      'server/src/money/ledger/balance-settings-store.ts',
      'and credit_limit_minor <> 0',
      'and credit_limit_minor <> 0 and balance_minor >= 0',
    ],
  ],
  'a stop gives today back too': [[stop, 'const tomorrow = addDays(today, 1);', 'const tomorrow = today;']],
  'a stop gives back what the tariff does not': [
    [stop, 'isRefunded = row.version.terms.refundOnStop', 'isRefunded = true'],
  ],
  'a promise keeps its limit': [
    [
      'server/src/money/ledger/promised-limit-store.ts',
      'set credit_limit_minor = a.credit_limit_minor - a.promised_minor, promised_minor = 0,',
      'set promised_minor = 0,',
    ],
  ],
  'days of grace are free after a suspension': [
    ['server/src/services/subscriptions/resume-parts.ts', '...graceDrafts(row, today, changeId), ', ''],
  ],
  'a stop gives back the price without the discount': [
    [
      'server/src/services/subscriptions/charge-lines.ts',
      'partOfPeriod(covering.periodMinor, days',
      'partOfPeriod(row.version.terms.priceMinor * row.quantity, days',
    ],
  ],
  'a trial is given again': [
    ['server/src/services/subscriptions/connect.ts', ' && !(await hadTrial(db, organizationId, found.serviceId))', ''],
  ],
  'a service is connected at more than its payment was for': [
    ['server/src/services/subscriptions/subscribe-by-payment.ts', ', mostMinor: totalMinor ?? undefined', ''],
  ],
  'a link for a sum is paid again': [
    [
      'server/src/payments/links/links-store.ts',
      "p.status = 'succeeded') then 'paid'",
      "p.status = 'none') then 'paid'",
    ],
  ],
  'a refund goes to whoever takes new payments': [
    ['server/src/payments/refunds/settle-refund.ts', 'providers.byName.get(refund.provider)', 'providers.default'],
  ],
  'a correction below zero takes card money first': [[rules, "  adjustment: 'staff',\n", '']],
  'a charge that is refunded in part gives card money back first': [
    [
      rules,
      "for (const part of ['credit', ...potNames.toReversed()] as const)",
      "for (const part of [...potNames, 'credit'] as const)",
    ],
  ],
  'a capture charges all that was set aside': [
    [
      'server/src/money/charges/holds/holds.ts',
      'const captured = { organizationId, amountMinor: capturedMinor,',
      'const captured = { organizationId, amountMinor: hold.amountMinor,',
    ],
  ],
  'staff lower their part of the limit below what is owed': [
    ['server/src/money/ledger/balance-settings-store.ts', 'throw new CreditLimitUsed()', 'recordBalanceChange.name'],
  ],
  'usage costs twice its price': [
    [
      'contract/src/shared/usage-price.ts',
      'return quantity * millionthsOf(price.unitMinor);',
      'return quantity * millionthsOf(price.unitMinor) * 2n;',
    ],
  ],
  'a payment in dollars goes to T-Bank': [[tbank, "currency === 'RUB' && (", '(']],
  'СБП below ten roubles goes to T-Bank': [[tbank, 'const minSbpMinor = 1000;', 'const minSbpMinor = 100;']],
  'a refund at T-Bank takes the answer about another one for its own': [
    [
      'server/src/payments/refunds/settle-refund.ts',
      'const hasOtherRefunds = payment.refundedMinor > refund.amountMinor;',
      'const hasOtherRefunds = false;',
    ],
  ],
  'a refund that T-Bank declined counts as returned': [
    [
      'server/src/payments/providers/tbank/statuses.ts',
      "CONFIRMED: { payment: 'succeeded', refund: 'canceled' }",
      "CONFIRMED: { payment: 'succeeded', refund: 'succeeded' }",
    ],
  ],
  'a refund that was declined leaves less to refund': [
    ['server/src/payments/refunds/settle-refund.ts', '  await addRefunded(tx, paymentId, -amountMinor);\n', ''],
  ],
  'a refund under way takes the bonus back': [
    [
      'server/src/payments/refunds/refunds-store.ts',
      "and status = 'succeeded'`);\n  return row?.amountMinor",
      "and status <> 'canceled'`);\n  return row?.amountMinor",
    ],
  ],
  'a bonus settles what is owed in another currency': [
    [
      'server/src/people/referrals/store.ts',
      'and owed_minor > 0 order by payment_id for update',
      'is not null and owed_minor > 0 order by payment_id for update',
    ],
  ],
  'a promise that is not kept suspends what another balance pays': [
    [stop, 'if (row.version.terms.currency === at.currency) await suspendOrEnd', 'await suspendOrEnd'],
  ],
  'a service goes on by the balance of another currency': [
    [
      'server/src/services/subscriptions/wait-for-money.ts',
      'row.organizationId === organizationId && row.version.terms.currency === currency',
      "row.organizationId === organizationId && currency === 'RUB'",
    ],
  ],
  'months of the calendar are counted from the connection': [
    [
      'server/src/services/subscriptions/periods.ts',
      "anchor === 'calendar' ? calendarAnchor : Temporal.PlainDate.from(anchorDay)",
      'Temporal.PlainDate.from(anchorDay)',
    ],
  ],
  'a part of a month costs by thirty days': [
    [
      'server/src/services/subscriptions/price.ts',
      'const periodDays = daysBetween(period.from, period.to);',
      'const periodDays = Math.min(30, daysBetween(period.from, period.to));',
    ],
  ],
};

function plant(copy, changes) {
  for (const [file, from, to] of changes) {
    const path = join(copy, file);
    const text = readFileSync(path, 'utf8');
    if (!text.includes(from)) throw new Error(`${file} has no longer: ${from}`);
    writeFileSync(path, text.replace(from, to));
  }
}

function search(name, changes) {
  const folder = mkdtempSync(join(tmpdir(), 'kazna-planted-'));
  const copy = join(folder, 'copy');
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', copy]);
  try {
    // Links to the workspaces are relative, so that they lead to the copy.
    execFileSync('cp', ['-al', 'node_modules', copy]);
    plant(copy, changes);
    const model = ['bench/src/model/main.ts', '--runs', histories, '--failures', '1'];
    const { stdout, stderr, status } = spawnSync(process.execPath, model, { cwd: copy, encoding: 'utf8' });
    const lines = `${stdout}\n${stderr}`.split('\n');
    const found = lines.filter((line) => /^\{"do"|fails at step|In short/.test(line.replace(/^.*?Error\S*: /, '')));
    console.log(`${name}: ${status === 0 ? `NOT found in ${histories} histories` : 'found'}\n${found.join('\n')}\n`);
    return status !== 0 && found.length > 0;
  } finally {
    execFileSync('git', ['worktree', 'remove', '--force', copy]);
    rmSync(folder, { recursive: true, force: true });
  }
}

const [wanted] = process.argv.slice(2);
const chosen = Object.entries(faults).filter(([name]) => !wanted || name === wanted);
const results = chosen.map(([name, changes]) => search(name, changes));
process.exitCode = results.every(Boolean) ? 0 : 1;
