import * as contract from '@kazna/contract/cabinet/payment-methods';
import { actorOf } from '../../audit/actions-store.ts';
import { lockSharedWithPermission, lockWithPermission } from '../../organizations/locks.ts';
import type { Api } from '../../platform/http/api.ts';
import { networkOf } from '../../platform/http/network.ts';
import { type BindingContext, bindCard, returnFromBinding } from './bind-card.ts';
import { chooseDefaultCard, removeCard } from './change-cards.ts';
import { listMethods } from './saved-card.ts';

export function savedMethodRoutes(api: Api, context: BindingContext): void {
  const { db, publicUrl } = context;

  api.on(contract.listPaymentMethods, async ({ caller }) => ({
    items: await listMethods(db, caller.organizationId as string, caller.userId),
  }));

  api.on(contract.savePaymentMethod, async ({ caller: { userId, organizationId }, body }) => {
    const cap = body.cap ?? { amountMinor: contract.defaultCardCaps.RUB, currency: 'RUB' };
    return { confirmationUrl: await bindCard(context, { organizationId: organizationId as string, userId, cap }) };
  });

  api.on(contract.removePaymentMethod, async (call) => {
    const { caller, params } = call;
    const organizationId = caller.organizationId as string;
    await db.transaction(async (tx) => {
      // Alone, against whoever is about to charge the card.
      await lockWithPermission(tx, organizationId, caller.userId, 'cards.manage');
      await removeCard(tx, actorOf(call), { organizationId, methodId: params.paymentMethodId });
    });
  });

  api.on(contract.setDefaultPaymentMethod, async ({ caller, params }) => {
    const organizationId = caller.organizationId as string;
    await db.transaction(async (tx) => {
      await lockSharedWithPermission(tx, organizationId, caller.userId, 'cards.manage');
      await chooseDefaultCard(tx, organizationId, params.paymentMethodId);
    });
  });

  api.on(contract.returnFromBinding, async ({ params, origin }) => ({
    location: `${publicUrl}${await returnFromBinding(context, params.paymentMethodId, networkOf(origin.address))}`,
  }));
}
