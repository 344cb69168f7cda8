import * as staff from '@kazna/contract/admin/subscriptions';
import * as contract from '@kazna/contract/cabinet/promised-payments';
import { toDecimal } from '@kazna/contract/shared/money';
import { type Actor, actorOf, recordAction } from '../../audit/actions-store.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { getPromisedPayment, takePromisedPayment } from './promised-payment.ts';
import { selectPromises, selectRules, updateRules } from './store.ts';

export function promisedPaymentRoutes(api: Api, { db, zone }: { db: Database; zone: string }): void {
  const organizationOf = ({ organizationId }: Caller) => organizationId as string;

  api.on(contract.getPromisedPayment, ({ caller }) => getPromisedPayment(db, zone, organizationOf(caller)));

  api.on(contract.listPromisedPayments, async ({ caller }) => {
    const rows = await selectPromises(db, organizationOf(caller), 50);
    return {
      items: rows.map(({ id, amountMinor, currency, until, takenAt, status }) => ({
        ...{ id, amountMinor, currency, until, takenAt, status },
      })),
    };
  });

  api.on(contract.takePromisedPayment, async (call) => {
    const organizationId = organizationOf(call.caller);
    await db.transaction((tx) => takePromisedPayment(tx, actorOf(call), { zone, organizationId }));
    return getPromisedPayment(db, zone, organizationId);
  });

  api.on(staff.getPromisedPaymentRules, () => selectRules(db));

  api.on(staff.setPromisedPaymentRules, async (call) => {
    await db.transaction((tx) => setRules(tx, actorOf(call), call.body));
    return call.body;
  });
}

/** Promises by earlier rules stay as they are. */
async function setRules(tx: Transaction, actor: Actor, rules: staff.PromisedPaymentRules): Promise<void> {
  await updateRules(tx, rules);
  const details = {
    allowed: rules.isAllowed ? 'да' : 'нет',
    max: toDecimal({ amountMinor: rules.maxMinor, currency: 'RUB' }),
    days: String(rules.days),
    everyDays: String(rules.everyDays),
  };
  await recordAction(tx, actor, { action: 'promise_rules.changed', details });
}
