import { perform } from './calls.ts';
import {
  compareAnswer,
  compareEntries,
  compareMoney,
  comparePayment,
  compareProvider,
  compareReturns,
  compareSubscriptions,
} from './compare.ts';
import { compareStored } from './compare-stored.ts';
import { Disagreement } from './expected.ts';
import type { History } from './history.ts';
import { predict } from './model.ts';
import { nextStep, type Random } from './next-step.ts';
import { type Currency, currencies } from './pots.ts';
import type { Product } from './product.ts';
import { isRefundable, type Organization, type Refund, type Subscription } from './records.ts';
import { prepareServices } from './service-calls.ts';
import type { Step } from './step.ts';
import { isUnbilled, unbilledOf } from './usage-rules.ts';

export interface Played {
  taken: Step[];
  /** Null where model and product agree to the end. */
  failure: Error | null;
}

export interface Length {
  steps: number;
  /** The share of steps after which the touched organizations are compared as people see them: by their pages. */
  compared: number;
}

const stepsBetweenWholeComparisons = 40;
const maxShorteningMs = 150_000;

/** Plays a random history and ends it: all that was paid and not spent goes back. */
export async function playRandom(product: Product, random: Random, { steps, compared }: Length): Promise<Played> {
  const taken: Step[] = [];
  return played(product, taken, async (history) => {
    for (let at = 0; ; at += 1) {
      const step = at < steps ? nextStep(history, random) : nextOfEnding(history);
      if (!step) {
        history.isOver = true;
        return compareEnd(product, history);
      }
      taken.push(step);
      await take(product, history, step, at, random() < compared);
      if (at % stepsBetweenWholeComparisons === stepsBetweenWholeComparisons - 1) await compareAll(product, history, 2);
    }
  });
}

/** Plays known steps. One about something that is not there, since the step that made it was left out, is passed over. */
async function playAgain(product: Product, given: (Step | null)[]): Promise<Played> {
  const taken: Step[] = [];
  return played(product, taken, async (history) => {
    for (const [at, step] of given.entries()) {
      if (!step) continue;
      taken.push(step);
      await take(product, history, step, at, true);
    }
    await compareEnd(product, history);
  });
}

async function played(product: Product, taken: Step[], work: (history: History) => Promise<void>): Promise<Played> {
  try {
    await work(await product.open());
    return { taken, failure: null };
  } catch (error) {
    return { taken, failure: error as Error };
  }
}

async function take(product: Product, history: History, step: Step, at: number, isCompared: boolean): Promise<void> {
  const label = String(at);
  await product.prepare(history, step);
  await prepareServices(product, history, step);
  const expected = predict(history, step, label);
  if (!expected) return;
  product.beginStep(history, label);
  compareAnswer(expected, await perform(product, history, step, label));
  await compareStored(product, history);
  if (!isCompared) return;
  for (const organization of new Set(expected.touched)) {
    await compareMoney(product, history, organization);
    await compareSubscriptions(product, history, organization);
  }
}

async function compareAll(product: Product, history: History, payments: number): Promise<void> {
  for (const organization of history.organizations.values()) await compareEntries(product, organization);
  for (const payment of [...history.payments.values()].slice(-payments))
    await comparePayment(product, history, payment);
}

async function compareEnd(product: Product, history: History): Promise<void> {
  await compareAll(product, history, Number.POSITIVE_INFINITY);
  for (const organization of history.organizations.values()) {
    await compareMoney(product, history, organization);
    await compareSubscriptions(product, history, organization);
    await compareReturns(product, history, organization);
    for (const currency of currencies) checkBounds(history, organization, currency);
  }
  await compareProvider(product, history);
}

/** From the entries alone, which the product has confirmed, and without pots. */
function checkBounds(history: History, { label, entries: all, accounts, isClosed }: Organization, currency: Currency) {
  const entries = all.filter((entry) => entry.currency === currency);
  const pots = accounts[currency].in;
  const sum = (...kinds: string[]) =>
    entries.reduce((total, { kind, amount }) => total + (kinds.includes(kind) ? amount : 0), 0);
  const card = { paid: sum('top_up'), returned: -sum('refund', 'refund_reversal') };
  const bank = {
    paid: sum('bank_receipt', 'bank_receipt_reversal'),
    returned: -sum('bank_return', 'bank_return_reversal'),
  };
  const fail = (text: string) => {
    throw new Disagreement(`${label} ${text}: ${JSON.stringify({ currency, card, bank })}`);
  };
  if (card.returned > card.paid) fail('got more back by card than was paid by card');
  const receipts = entries.reduce((total, { kind, amount }) => total + (kind === 'bank_receipt' ? amount : 0), 0);
  if (bank.returned > receipts) fail('got more back by bank than was paid by bank');
  if (!isClosed && (pots.card > 0 || pots.bank > 0) && history.isOver)
    fail('could not get back what was paid and not spent');
  const corrected = entries.filter(({ kind, amount }) => kind === 'adjustment' && amount < 0);
  const taken = corrected.reduce((total, { amount }) => total - amount, 0);
  const spent = -sum('charge', 'charge_refund', 'hold', 'hold_release') + taken;
  const kept = card.paid + bank.paid - card.returned - bank.returned;
  if (history.isOver && kept > spent) fail(`got ${kept - spent} less back than was paid and not spent`);
}

/** Without names and sums, which change as steps are left out. */
function kindOf({ message }: Error): string {
  return message.replace(/(?<=: the product says).*/s, '').replace(/\S*\d\S*|company/g, '');
}

/** Leaves steps out as long as the history still fails in the same way. */
export async function shorten(product: Product, { taken }: Played, maxReplays: number): Promise<Played> {
  const endsAt = Date.now() + maxShorteningMs;
  let steps: (Step | null)[] = [...taken];
  let best = await playAgain(product, steps);
  if (!best.failure) return best;
  const kind = kindOf(best.failure);
  steps = steps.slice(0, best.taken.length);
  let replays = 1;
  for (
    let size = Math.ceil(steps.length / 2);
    size >= 1 && replays < maxReplays;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let from = steps.length - size; from > -size && replays < maxReplays && Date.now() < endsAt; from -= size) {
      const fewer = steps.map((step, at) => (at >= from && at < from + size ? null : step));
      if (fewer.every((step, at) => step === steps[at])) continue;
      replays += 1;
      const again = await playAgain(product, fewer);
      if (!(again.failure instanceof Disagreement) || kindOf(again.failure) !== kind) continue;
      best = again;
      steps = fewer;
    }
  }
  return best;
}

/** Ends a history: whatever was paid and not spent goes back, and every organization that may be closed is. */
function nextOfEnding(history: History): Step | null {
  const find = <T>(all: Map<string, T>, isWanted: (one: T) => boolean) => [...all.values()].find(isWanted);
  const { refunds, payments, holds, returns, organizations, subscriptions } = history;
  const running = find(subscriptions, ({ status, organization: { isClosed } }) => status !== 'ended' && !isClosed);
  if (running) return { do: 'stop', subscription: running.label, when: 'now', tabs: 1 };
  const unbilled = find(subscriptions, (one) => !one.organization.isClosed && isUnbilled(history, one));
  if (unbilled) return nextOfBilling(history, unbilled);
  // What is not decided there hides what became of others.
  const undecided = find(refunds, ({ atProvider }) => atProvider === 'pending');
  const refund = undecided ?? find(refunds, ({ status }) => status === 'pending');
  if (refund) return nextOfRefund(refund);
  const pending = find(payments, ({ status }) => status === 'pending');
  if (pending) return { do: 'cancel payment', payment: pending.label };
  const reviewed = find(payments, ({ status }) => status === 'review');
  if (reviewed) return { do: 'resolve payment', payment: reviewed.label, status: 'canceled' };
  const hold = find(holds, ({ isOpen }) => isOpen);
  if (hold) return { do: 'release', hold: hold.label };
  const bankReturn = find(returns, ({ status }) => status === 'pending');
  if (bankReturn) return { do: 'answer return', bankReturn: bankReturn.label, status: 'returned' };
  for (const organization of organizations.values()) {
    const step = organization.isClosed ? null : nextOfLeaving(history, organization);
    if (step) return step;
  }
  return null;
}

/** The last bill is waited for, with the money that it lacks. */
function nextOfBilling(history: History, subscription: Subscription): Step {
  const { organization, owedSince } = subscription;
  const { label, accounts, owner } = organization;
  const missing = unbilledOf(history, organization) - accounts.RUB.available;
  if (owedSince === null || missing <= 0) return { do: 'pass', days: 1 };
  const amount = Math.max(100, missing);
  return { do: 'top up', organization: label, payer: owner.label, amount, ...byCard('RUB') };
}

function nextOfRefund({ label: refund, atProvider, isUnclear }: Refund): Step {
  if (atProvider === 'pending') return { do: 'decide refund', refund, status: 'succeeded' };
  return isUnclear ? { do: 'resolve refund', refund, status: atProvider } : { do: 'ask of refund', refund };
}

const byCard = (currency: Currency) => ({ currency, method: 'card', how: 'paid' }) as const;

function nextOfLeaving(history: History, organization: Organization): Step | null {
  for (const currency of currencies) {
    const step = nextOfBalance(history, organization, currency);
    if (step) return step;
  }
  return history.openOf(organization.owner).length > 1 ? { do: 'close', organization: organization.label } : null;
}

function nextOfBalance(history: History, organization: Organization, currency: Currency): Step | null {
  const { label, accounts, owner } = organization;
  const { debt, in: pots } = accounts[currency];
  const { card, bank, staff } = pots;
  // A top-up takes a ruble at least.
  if (debt > 0)
    return { do: 'top up', organization: label, payer: owner.label, amount: Math.max(100, debt), ...byCard(currency) };
  const refundable = [...history.payments.values()].find(
    (one) => one.organization === organization && one.currency === currency && isRefundable(one),
  );
  if (card > 0 && refundable) {
    const amount = Math.min(card, refundable.amount - refundable.refunded);
    return { do: 'refund payment', payment: refundable.label, amount, byStaff: false, outcome: 'succeeded' };
  }
  if (bank > 0) return { do: 'request return', organization: label, amount: bank };
  return staff > 0 ? { do: 'correct', organization: label, amount: -staff, currency } : null;
}
