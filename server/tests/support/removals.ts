import { updateUser } from '@kazna/contract/admin/users';
import { deleteAutoTopUp, setAutoTopUp } from '@kazna/contract/cabinet/auto-top-up';
import { changeMemberRole, leaveOrganization, removeMember } from '@kazna/contract/cabinet/members';
import { removePaymentMethod } from '@kazna/contract/cabinet/payment-methods';
import { deleteProfile } from '@kazna/contract/cabinet/profile';
import { createCharge } from '@kazna/contract/v1/charges';
import { vi } from 'vitest';
import { readBalances } from '../../src/money/ledger/reads.ts';
import { changeOrganizationStatus } from '../../src/organizations/organization-status.ts';
import { bindCard, cardsOf } from './cards.ts';
import { callerWith, topUp } from './charges.ts';
import { newMember, openCompany, type SignedIn, signedInPerson } from './organizations.ts';
import type { Payer } from './payments.ts';
import { switchTo } from './sessions.ts';
import type { Shop } from './shop.ts';
import { newStaff } from './staff.ts';

export interface CardCompany {
  owner: Payer;
  /** An accountant, whose card the rule charges. */
  saver: Payer;
  cardId: string;
  organizationId: string;
}

const terms = {
  thresholdMinor: 100_000,
  targetMinor: 500_000,
  monthlyCapMinor: 5_000_000,
  currency: 'RUB' as const,
};

async function enter(shop: Shop, person: SignedIn, organizationId: string): Promise<Payer> {
  const { accessToken: token } = await switchTo(shop, person, organizationId);
  return { ...person, token, organizationId };
}

/** A company with 1500 on its balance; the accountant's own rule brings it to 5000 below 1000 by their card. */
export async function openCardCompany(shop: Shop): Promise<CardCompany> {
  const founder = await signedInPerson(shop);
  const { id: organizationId } = await openCompany(shop, founder);
  const owner = await enter(shop, founder, organizationId);
  const saver = await enter(shop, await newMember(shop, organizationId, 'accountant'), organizationId);
  await topUp(shop, organizationId, 150_000);
  await bindCard(shop, saver, shop.provider.goodCard);
  // Coming back from the provider's page is rate-limited: then its notification brings the card.
  const cardId = await vi.waitUntil(async () => (await cardsOf(shop, saver))[0]?.id, { timeout: 30_000 });
  const body = { ...terms, paymentMethodId: cardId };
  const { status } = await shop.call(setAutoTopUp, { params: { organizationId }, body }, { token: saver.token });
  if (status !== 200) throw new Error(`the rule answered ${status}`);
  return { owner, saver, cardId, organizationId };
}

/** Brings the balance below the threshold. */
export async function spend(shop: Shop, key: string, organizationId: string): Promise<void> {
  const body = { organizationId, amountMinor: 100_000, currency: 'RUB' as const, description: 'Трафик' };
  await callerWith(shop, key)(createCharge, { body });
}

/** Every way in which a person, or staff, takes back that the card may be charged. Each resolves with the answer. */
export const removals: Record<string, (shop: Shop, company: CardCompany) => Promise<unknown>> = {
  'the card was removed': (shop, { saver, cardId }) =>
    ok(shop.call(removePaymentMethod, { params: { paymentMethodId: cardId } }, { token: saver.token })),
  'the rule was deleted': (shop, { owner, organizationId }) =>
    ok(shop.call(deleteAutoTopUp, { params: { organizationId } }, { token: owner.token })),
  'the saver was removed from the organization': (shop, { owner, saver, organizationId }) =>
    ok(shop.call(removeMember, { params: { organizationId, userId: saver.id } }, { token: owner.token })),
  'the saver left the organization': (shop, { saver, organizationId }) =>
    ok(shop.call(leaveOrganization, { params: { organizationId } }, { token: saver.token })),
  'the saver lost the role': (shop, { owner, saver, organizationId }) => {
    const params = { organizationId, userId: saver.id };
    return ok(shop.call(changeMemberRole, { params, body: { role: 'member' } }, { token: owner.token }));
  },
  'the saver deleted the account': (shop, { saver }) =>
    ok(shop.call(deleteProfile, { body: { currentPassword: saver.password } }, { token: saver.token })),
  'the saver was blocked': async (shop, { saver }) => {
    const staff = await newStaff(shop, 'admin');
    const body = { status: 'blocked' as const, reason: 'Телефон украли' };
    return ok(shop.call(updateUser, { params: { userId: saver.id }, body }, { token: staff.token }), 200);
  },
  'the organization was suspended': (shop, { owner, organizationId }) =>
    shop.db.transaction((tx) => {
      const actor = { id: owner.id, address: null };
      return changeOrganizationStatus(tx, actor, organizationId, { status: 'suspended', reason: 'Проверка' });
    }),
};

async function ok(answering: Promise<{ status: number; body: unknown }>, expected = 204): Promise<void> {
  const { status, body } = await answering;
  if (status !== expected) throw new Error(`the removal answered ${status} ${JSON.stringify(body)}`);
}

export async function chargesOf(shop: Shop, organizationId: string) {
  const { rows } = await shop.db.queryText(
    `select id, status, reason, provider_payment_id as "providerId", provider_method_id as "providerMethodId"
     from payments where organization_id = $1 and payment_method_id is not null order by id`,
    [organizationId],
  );
  return rows as { id: string; status: string; reason: string; providerId: string; providerMethodId: string }[];
}

/** By the ledger: a long run outlives the tokens of its people. */
export async function balanceIn({ db }: Shop, { organizationId }: CardCompany): Promise<number | undefined> {
  return (await readBalances(db, organizationId)).find(({ currency }) => currency === 'RUB')?.amountMinor;
}

/** As if the provider had been asked so long ago that a missing answer means no. */
export const clearCalls = (shop: Shop, organizationId: string) =>
  shop.db.queryText(
    `update payments set charge_asked_at = charge_asked_at - interval '1 hour'
     where organization_id = $1 and status = 'pending'`,
    [organizationId],
  );
