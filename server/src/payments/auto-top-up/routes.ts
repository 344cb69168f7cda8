import * as contract from '@kazna/contract/cabinet/auto-top-up';
import type { Currency } from '@kazna/contract/shared/money';
import { actorOf } from '../../audit/actions-store.ts';
import { lockWithPermission } from '../../organizations/locks.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Providers } from '../providers/provider.ts';
import type { RecordChargeConsent } from '../saved-methods/routes.ts';
import { findMethod } from '../saved-methods/store.ts';
import { previewTopUp } from './decide-top-up.ts';
import { describeRule, removeRule, setRule } from './set-rule.ts';

interface AutoTopUpRouteContext {
  db: Database;
  providers: Providers;
  currencies: Currency[];
  recordChargeConsent: RecordChargeConsent;
}

export function autoTopUpRoutes(
  api: Api,
  { db, providers, currencies, recordChargeConsent }: AutoTopUpRouteContext,
): void {
  api.on(contract.getAutoTopUp, ({ params }) => describeRule(db, params.organizationId));

  api.on(contract.setAutoTopUp, async (call) => {
    const { organizationId } = call.params;
    const { body: form, caller } = call;
    if (!currencies.includes(form.currency)) throw new Problem('currency_disabled');
    await db.transaction(async (tx) => {
      // Exclusive, against a charge by the rule that is about to be made.
      await lockWithPermission(tx, organizationId, caller.userId, 'cards.manage');
      await setRule(tx, actorOf(call), { organizationId, providers, form });
      // Putting another person's card under a rule is no consent of theirs: the saver is asked.
      const isSaver = (await findMethod(tx, form.paymentMethodId))?.savedById === caller.userId;
      const consent = { userId: caller.userId, organizationId, address: call.origin.address };
      if (isSaver) await recordChargeConsent(tx, consent);
    });
    return describeRule(db, organizationId);
  });

  api.on(contract.previewAutoTopUp, async ({ params, body }) => {
    const card = await findMethod(db, body.paymentMethodId);
    if (card?.organizationId !== params.organizationId) throw new Problem('not_found');
    return previewTopUp(db, { ...params, ...body });
  });

  api.on(contract.deleteAutoTopUp, async (call) => {
    const { organizationId } = call.params;
    await db.transaction(async (tx) => {
      // Exclusive, against a charge by the rule that is about to be made.
      await lockWithPermission(tx, organizationId, call.caller.userId, 'cards.manage');
      await removeRule(tx, actorOf(call), organizationId);
    });
  });
}
