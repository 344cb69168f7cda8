import { cardRules } from './card-rules.ts';
import {
  done,
  type Expected,
  type History,
  note,
  type Organization,
  type Rules,
  refused,
  type Step,
} from './history.ts';
import { orders, type Parts, splitRefund, sumOf } from './pots.ts';
import { passDays } from './service-days.ts';
import { serviceRules } from './subscription-rules.ts';

/** A limit of the product's, not of money. */
const mostReturnsUnderWay = 5;
const holdDays = 7;

/** Changes the history as the product should. Null for a step about something that is not there. */
export function predict(history: History, step: Step, label: string): Expected | null {
  return (rules[step.do] as (history: History, step: Step, label: string) => Expected | null)(history, step, label);
}

const rules: Rules = {
  ...cardRules,
  ...serviceRules,
  pass: (history, { days }) => {
    passDays(history, days, () => {
      for (const { label, isOpen, expiresOn } of history.holds.values())
        if (isOpen && expiresOn <= history.day) release(history, label);
    });
    return done(0, ...history.organizations.values());
  },
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
    const before = touched.map(({ account }) => account.clone());
    const isCovered = credited.every(({ organization, amount }) => {
      if (!organization || organization.isClosed) return false;
      return organization.account.take(amount, orders.receipt) !== null;
    });
    // All of the statement or nothing.
    touched.forEach((organization, index) => {
      organization.account = before[index] as Organization['account'];
    });
    if (!isCovered) return refused(409, 'receipt_spent');
    for (const { organization, amount } of credited) {
      if (!organization) continue;
      organization.account.take(amount, orders.receipt);
      organization.paidIn.bank -= amount;
      note(organization, 'bank_receipt_reversal', -amount);
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
  'set limit': (history, { organization: where, amount }) => {
    const organization = history.organizations.get(where);
    if (!organization) return null;
    if (organization.isClosed) return refused(409, 'organization_closed');
    const { debt, limit, promised } = organization.account;
    // What is owed of a promise that was not kept stays owed; staff's own part goes no lower.
    const overdue = Math.max(0, debt - limit - promised);
    if (amount + promised + overdue < debt) return refused(409, 'credit_limit_used');
    organization.account.limit = amount;
    return done(204, organization);
  },
  hold: (history, { organization: where, amount }, label) => {
    const organization = history.organizations.get(where);
    if (!organization) return null;
    const taken = chargeable(organization, amount);
    if ('status' in taken) return taken;
    organization.account.held += amount;
    note(organization, 'hold', -amount);
    history.holds.set(label, {
      label,
      id: '',
      organization,
      amount,
      taken,
      expiresOn: history.day + holdDays,
      isOpen: true,
    });
    return done(201, organization);
  },
  capture: (history, { hold: which, amount }, label) => {
    const hold = history.holds.get(which);
    if (!hold) return null;
    if (!hold.isOpen) return refused(409, 'hold_not_open');
    const captured = amount ?? hold.amount;
    if (captured > hold.amount) return refused(409, 'capture_exceeds_hold');
    release(history, which);
    const { organization } = hold;
    const left = organization.account.take(captured, orders.charge);
    if (!left) throw new Error('a capture was not covered by its hold');
    note(organization, 'charge', -captured);
    history.charges.set(label, { label, id: '', organization, left });
    return done(200, organization);
  },
  release: (history, { hold }) => release(history, hold),
  expire: (history, { hold }) => (history.holds.get(hold)?.isOpen ? release(history, hold) : null),
  charge: (history, { organization, amount }, label) => charge(history, label, organization, amount),
  'charge batch': (history, { charges }, label) => {
    if (charges.some(({ organization }) => !history.organizations.has(organization))) return null;
    const results = charges.map(({ organization, amount }, index) =>
      charge(history, `${label}.${index}`, organization, amount),
    );
    if (results.some((result) => result === null)) return null;
    const all = results.flatMap((result) => result ?? []);
    return { status: 200, results: all, touched: all.flatMap(({ touched }) => touched) };
  },
  'refund charge': (history, { charge: which, amount }) => {
    const found = history.charges.get(which);
    if (!found) return null;
    const { organization, left } = found;
    const wanted = amount ?? sumOf(left);
    const isTooMuch = wanted > sumOf(left) || wanted === 0;
    if (organization.isClosed)
      return refused(409, 'organization_closed', ...(isTooMuch ? ['refund_exceeds_charge'] : []));
    if (isTooMuch) return refused(409, 'refund_exceeds_charge');
    organization.account.giveBack(splitRefund(left, wanted));
    note(organization, 'charge_refund', wanted);
    return done(201, organization);
  },
  correct: (history, { organization: where, amount }, label) => {
    const organization = history.organizations.get(where);
    if (!organization) return null;
    if (organization.isClosed)
      return refused(409, 'organization_closed', ...(amount < 0 ? ['insufficient_balance'] : []));
    return correct(history, label, organization, amount, null);
  },
  'undo correction': (history, { correction: which, amount }, label) => {
    const correction = history.corrections.get(which);
    if (!correction) return null;
    const { organization } = correction;
    const isFit = !correction.isUndone && !correction.undoes && amount === -correction.amount;
    if (organization.isClosed)
      return refused(409, 'organization_closed', 'insufficient_balance', 'adjustment_not_undoable');
    if (!isFit) return refused(409, 'adjustment_not_undoable');
    if (amount > 0) {
      organization.account.giveBack(correction.taken as Parts);
      note(organization, 'adjustment', amount);
      history.corrections.set(label, {
        ...{ label, id: '', entry: organization.entries.length - 1, organization, amount, taken: null },
        ...{ isUndone: false, undoes: correction },
      });
      correction.isUndone = true;
      return done(201, organization);
    }
    const outcome = correct(history, label, organization, amount, correction);
    correction.isUndone = outcome.status === 201;
    return outcome;
  },
  'request return': (history, { organization: where, amount }, label) => {
    const organization = history.organizations.get(where);
    if (!organization || organization.owner.isDeleted) return null;
    if (organization.isClosed) return refused(404, 'not_found');
    const { bank } = organization.account.in;
    if (!organization.account.takeOf('bank', amount))
      return { ...refused(409, 'bank_return_not_covered'), named: bank > 0 ? [bank] : [] };
    if (history.underWay(organization).returns.length === mostReturnsUnderWay) {
      organization.account.give('bank', amount);
      return refused(409, 'too_many_bank_returns');
    }
    note(organization, 'bank_return', -amount);
    organization.paidOut.bank += amount;
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
      organization.account.give('bank', amount);
      organization.paidOut.bank -= amount;
      note(organization, 'bank_return_reversal', amount);
    }
    return done(204, organization);
  },
  close: (history, { organization: where }, label) => {
    const organization = history.organizations.get(where);
    if (!organization || organization.isClosed || organization.owner.isDeleted) return null;
    if (history.openOf(organization.owner).length === 1) return refused(409, 'last_organization');
    const refusal = keptOpen(history, organization);
    if (refusal) return refusal;
    // Whoever would be left without one gets an organization of their own.
    const left = organization.members.filter((member) => history.openOf(member).length === 1);
    shut(history, organization);
    for (const member of left) history.addOrganization(`${label}.${member.label}`, member, [], true);
    return done(204, organization);
  },
  'delete account': (history, { person: who }) => {
    const person = history.people.get(who);
    if (!person || person.isDeleted) return null;
    const own = history.openOf(person);
    if (own.some(({ owner, members }) => owner === person && members.length > 1)) return refused(409, 'last_owner');
    const deserted = own.filter(({ members }) => members.length === 1);
    for (const organization of deserted) {
      const refusal = keptOpen(history, organization);
      if (refusal) return refusal;
    }
    for (const organization of deserted) shut(history, organization);
    for (const organization of own) organization.members = organization.members.filter((one) => one !== person);
    person.isDeleted = true;
    return done(204, ...own);
  },
};

function receive(organization: Organization, amount: number): void {
  organization.account.give('bank', amount);
  organization.paidIn.bank += amount;
  note(organization, 'bank_receipt', amount);
}

function chargeable(organization: Organization, amount: number): Parts | Expected {
  if (organization.isClosed) return refused(409, 'organization_closed');
  const missing = amount - organization.account.available;
  return organization.account.take(amount, orders.charge) ?? { ...refused(402, 'insufficient_funds'), missing };
}

function charge(history: History, label: string, where: string, amount: number): Expected | null {
  const organization = history.organizations.get(where);
  if (!organization) return null;
  const left = chargeable(organization, amount);
  if ('status' in left) return left;
  note(organization, 'charge', -amount);
  history.charges.set(label, { label, id: '', organization, left });
  return done(201, organization);
}

function release(history: History, which: string): Expected | null {
  const hold = history.holds.get(which);
  if (!hold) return null;
  if (!hold.isOpen) return refused(409, 'hold_not_open');
  hold.isOpen = false;
  const { organization, amount, taken } = hold;
  organization.account.held -= amount;
  organization.account.giveBack(taken);
  note(organization, 'hold_release', amount);
  return done(200, organization);
}

function correct(
  history: History,
  label: string,
  organization: Organization,
  amount: number,
  undoes: NonNullable<ReturnType<History['corrections']['get']>> | null,
): Expected {
  const taken = amount < 0 ? organization.account.take(-amount, orders.correction) : null;
  if (amount < 0 && !taken) return refused(409, 'insufficient_balance');
  if (amount > 0) organization.account.give('staff', amount);
  note(organization, 'adjustment', amount);
  const entry = organization.entries.length - 1;
  history.corrections.set(label, { label, id: '', entry, organization, amount, taken, isUndone: false, undoes });
  return done(201, organization);
}

function keptOpen(history: History, organization: Organization): Expected | null {
  const obstacles = history.obstaclesOf(organization);
  if (obstacles.length === 0) return null;
  const has = (...kinds: string[]) => obstacles.some(({ what }) => kinds.includes(what));
  const owned = has('debt') ? 'organization_has_debt' : 'organization_has_balance';
  const unsettled = has('service') ? 'organization_has_services' : 'organization_has_unsettled_payments';
  const code = has('debt', 'card', 'bank', 'staff') ? owned : unsettled;
  return { ...refused(409, code), named: obstacles.flatMap(({ amount }) => (amount > 0 ? [amount] : [])) };
}

/** What is left are bonuses: they are lost. */
function shut(history: History, organization: Organization): void {
  const { bonus } = organization.account.in;
  organization.account.takeOf('bonus', bonus);
  if (bonus > 0) note(organization, 'bonus_reversal', -bonus);
  organization.isClosed = true;
  for (const subscription of history.subscriptions.values())
    if (subscription.organization === organization) subscription.status = 'ended';
}
