import type { PromisedPaymentRules } from '@kazna/contract/admin/subscriptions';
import type { PromisedPayment } from '@kazna/contract/cabinet/promised-payments';
import { type Currency, toDecimal } from '@kazna/contract/shared/money';
import { type Actor, recordAction } from '../../audit/actions-store.ts';
import { isInDebt, raisePromised } from '../../money/ledger/promised-limit-store.ts';
import { lockSharedWithPermission } from '../../organizations/locks.ts';
import { announce } from '../../platform/db/announce.ts';
import { businessNow } from '../../platform/db/business-now.ts';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { Problem } from '../../platform/http/problem.ts';
import { readMissing } from '../subscriptions/missing-money.ts';
import { addDays, type Day, dayIn } from '../subscriptions/periods.ts';
import { findLastPromise, insertPromise, lockRulesShared, type PromiseRow, selectRules } from './store.ts';

/** The rules have one amount, in roubles. */
const currency: Currency = 'RUB';

export async function getPromisedPayment(db: Queries, zone: string, organizationId: string): Promise<PromisedPayment> {
  const today = dayIn(zone, await businessNow(db));
  return offerTo(db, { zone, today, organizationId, rules: await selectRules(db) });
}

/** Lock order: the organization, the rules, the promise, then the balance. Of two at once the second is refused. */
export async function takePromisedPayment(
  tx: Transaction,
  actor: Actor,
  { zone, organizationId }: { zone: string; organizationId: string },
): Promise<void> {
  await lockSharedWithPermission(tx, organizationId, actor.id, 'services.manage');
  const today = dayIn(zone, await businessNow(tx));
  const { offer } = await offerTo(tx, { zone, today, organizationId, rules: await lockRulesShared(tx) });
  if (!offer) throw new Problem('promised_payment_refused');
  const { amountMinor, until } = offer;
  const promise = { id: uuidv7(), organizationId, currency, amountMinor, until, takenBy: actor.id };
  if (!(await insertPromise(tx, promise))) throw new Problem('promised_payment_refused');
  await raisePromised(tx, { organizationId, currency }, amountMinor);
  const details = { amount: toDecimal({ amountMinor, currency }), currency, until };
  await recordAction(tx, actor, { organizationId, action: 'promised_payment.taken', details });
  announce(tx, { organizationId }, 'subscriptions');
}

interface Asking {
  zone: string;
  today: Day;
  organizationId: string;
  rules: PromisedPaymentRules;
}

async function offerTo(db: Queries, { zone, today, organizationId, rules }: Asking): Promise<PromisedPayment> {
  const last = await findLastPromise(db, organizationId);
  const refused = (reason: PromisedPayment['reason'], againOn: Day | null = null): PromisedPayment => ({
    ...{ offer: null, reason, againOn, active: presentActive(last) },
  });
  if (last?.status === 'active') return refused('active');
  if (!rules.isAllowed) return refused('not_allowed');
  if (last?.status === 'unpaid' && (await isInDebt(db, { organizationId, currency }))) return refused('unpaid');
  const againOn = last && addDays(dayIn(zone, last.takenAt), rules.everyDays);
  if (againOn && today < againOn) return refused('too_early', againOn);
  const missingMinor = await readMissing(db, organizationId, currency, zone);
  if (missingMinor <= 0) return refused('nothing_due');
  // Whole roubles.
  const amountMinor = Math.min(rules.maxMinor, Math.ceil(missingMinor / 100) * 100);
  const offer = { amountMinor, currency, until: addDays(today, rules.days) };
  return { offer, reason: null, againOn: null, active: null };
}

function presentActive(last: PromiseRow | null): PromisedPayment['active'] {
  if (last?.status !== 'active') return null;
  const { amountMinor, until, takenAt } = last;
  return { amountMinor, currency: last.currency, until, takenAt };
}
