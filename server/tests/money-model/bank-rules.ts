import { done, refused } from './expected.ts';
import { note, type Rules } from './history.ts';
import { type Account, orders } from './pots.ts';
import type { Organization } from './records.ts';
import { unbilledOf } from './usage-rules.ts';

/** A limit of the product's, not of money. */
const mostReturnsUnderWay = 5;

type BankStep =
  | 'post statement'
  | 'undo statement'
  | 'assign receipt'
  | 'return receipt'
  | 'request return'
  | 'answer return';

export const bankRules: Pick<Rules, BankStep> = {
  'post statement': (history, { documents }, label) => {
    const whose = documents.map(({ organization }) => history.organizations.get(organization ?? '') ?? null);
    if (documents.some(({ organization }, index) => organization !== null && !whose[index])) return null;
    const receipts = documents.map(({ amount }, index) => {
      const organization = whose[index] ?? null;
      const status = organization ? ('credited' as const) : ('unidentified' as const);
      return { label: `${label}.${index}`, id: '', organization, amount, status };
    });
    if (whose.some((organization) => organization?.isClosed)) return refused(409, 'organization_closed');
    history.statements.set(label, { label, id: '', receipts, isPosted: true });
    for (const receipt of receipts) {
      history.receipts.set(receipt.label, receipt);
      if (receipt.organization) receive(receipt.organization, receipt.amount);
    }
    return done(200, ...whose.flatMap((organization) => organization ?? []));
  },
  'undo statement': (history, { statement: which }) => {
    const statement = history.statements.get(which);
    if (!statement) return null;
    if (!statement.isPosted) return refused(409, 'statement_not_open');
    const credited = statement.receipts.filter(({ status }) => status === 'credited');
    const touched = [...new Set(credited.flatMap(({ organization }) => organization ?? []))];
    const before = touched.map(({ accounts }) => accounts.RUB.clone());
    const isCovered = credited.every(({ organization, amount }) => {
      if (!organization || organization.isClosed) return false;
      return organization.accounts.RUB.take(amount, orders.receipt) !== null;
    });
    // All of the statement or nothing.
    touched.forEach((organization, index) => {
      organization.accounts.RUB = before[index] as Account;
    });
    if (!isCovered) return refused(409, 'receipt_spent');
    for (const { organization, amount } of credited) {
      if (!organization) continue;
      organization.accounts.RUB.take(amount, orders.receipt);
      note(organization, 'RUB', 'bank_receipt_reversal', -amount);
    }
    for (const receipt of statement.receipts) if (receipt.status !== 'returned') receipt.status = 'undone';
    statement.isPosted = false;
    return done(200, ...touched);
  },
  'assign receipt': (history, { receipt: which, organization: where }) => {
    const [receipt, organization] = [history.receipts.get(which), history.organizations.get(where)];
    if (!receipt || !organization) return null;
    if (receipt.status !== 'unidentified') return refused(409, 'receipt_not_unidentified');
    if (organization.isClosed) return refused(409, 'organization_closed');
    Object.assign(receipt, { status: 'credited', organization });
    receive(organization, receipt.amount);
    return done(204, organization);
  },
  'return receipt': (history, { receipt: which }) => {
    const receipt = history.receipts.get(which);
    if (!receipt) return null;
    if (receipt.status !== 'unidentified') return refused(409, 'receipt_not_unidentified');
    receipt.status = 'returned';
    return done(204);
  },
  'request return': (history, { organization: where, amount }, label) => {
    const organization = history.organizations.get(where);
    if (!organization || organization.owner.isDeleted) return null;
    if (organization.isClosed) return refused(404, 'not_found');
    const { bank } = organization.accounts.RUB.in;
    if (!organization.accounts.RUB.takeOf('bank', amount))
      return { ...refused(409, 'bank_return_not_covered'), named: bank > 0 ? [{ amount: bank, currency: 'RUB' }] : [] };
    if (history.underWay(organization).returns.length === mostReturnsUnderWay) {
      organization.accounts.RUB.give('bank', amount);
      return refused(409, 'too_many_bank_returns');
    }
    const { in: left } = organization.accounts.RUB;
    if (left.card + left.bank < unbilledOf(history, organization)) {
      organization.accounts.RUB.give('bank', amount);
      return refused(409, 'bank_return_not_covered');
    }
    note(organization, 'RUB', 'bank_return', -amount);
    history.returns.set(label, { label, id: '', organization, amount, status: 'pending' });
    return done(201, organization);
  },
  'answer return': (history, { bankReturn: which, status }) => {
    const bankReturn = history.returns.get(which);
    if (!bankReturn) return null;
    const { organization, amount } = bankReturn;
    if (bankReturn.status !== 'pending') return refused(409, 'bank_return_already_decided');
    bankReturn.status = status;
    if (status === 'declined') {
      organization.accounts.RUB.give('bank', amount);
      note(organization, 'RUB', 'bank_return_reversal', amount);
    }
    return done(204, organization);
  },
};

function receive(organization: Organization, amount: number): void {
  organization.accounts.RUB.give('bank', amount);
  note(organization, 'RUB', 'bank_receipt', amount);
}
