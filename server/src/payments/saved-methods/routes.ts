import * as contract from '@kazna/contract/cabinet/payment-methods';
import { actorOf } from '../../audit/actions-store.ts';
import { lockSharedWithPermission, lockWithPermission } from '../../organizations/locks.ts';
import type { Queries } from '../../platform/db/database.ts';
import type { Api, Origin } from '../../platform/http/api.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { networkOf } from '../../platform/http/network.ts';
import { type BindingContext, bindCard, returnFromBinding } from './bind-card.ts';
import { chooseDefaultCard, removeCard } from './change-cards.ts';
import { isCard, selectCharging, selectMethods, unusableReason } from './store.ts';

/** Hands the consent to automatic charges on to those who keep consents. */
export type RecordChargeConsent = (
  db: Queries,
  consent: { userId: string; organizationId: string; address: string },
) => Promise<void>;

export function consentOf({ userId, organizationId }: Caller, { address }: Origin) {
  return { userId, organizationId: organizationId as string, address };
}

export function savedMethodRoutes(
  api: Api,
  context: BindingContext & { recordChargeConsent: RecordChargeConsent },
): void {
  const { db, publicUrl } = context;

  api.on(contract.listPaymentMethods, async ({ caller }) => ({
    items: await listMethods(db, caller.organizationId as string, caller.userId),
  }));

  api.on(contract.savePaymentMethod, async ({ caller, body, origin }) => {
    const { userId, organizationId } = caller;
    await context.recordChargeConsent(db, consentOf(caller, origin));
    const cap = body.cap ?? { amountMinor: contract.defaultCardCaps.RUB, currency: 'RUB' };
    return { confirmationUrl: await bindCard(context, { organizationId: organizationId as string, userId, cap }) };
  });

  api.on(contract.removePaymentMethod, async (call) => {
    const { caller, params } = call;
    const organizationId = caller.organizationId as string;
    await db.transaction(async (tx) => {
      // Exclusive, against a charge of the card that is about to be made.
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

async function listMethods(db: Queries, organizationId: string, userId: string): Promise<contract.SavedMethod[]> {
  const rows = (await selectMethods(db, organizationId)).filter(isCard);
  const charging = await selectCharging(db, organizationId);
  return rows.map((row) => {
    const { id, brand, last4, expiryMonth, expiryYear, isDefault, savedBy, savedAt, cap } = row;
    const mask = { brand, last4, expiryMonth, expiryYear };
    const whose = { savedBy, isMine: row.savedById === userId, cap, charging: charging.get(id) ?? null };
    return { id, ...mask, isDefault, unusableReason: unusableReason(row), ...whose, savedAt };
  });
}
