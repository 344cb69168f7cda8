import { cancelPayment } from '@kazna/contract/cabinet/payments';
import { expect, test } from 'vitest';
import { shopForThisFile } from '../../tests/support/app-for-file.ts';
import { openCompany, untilDoneOrBlocked } from '../../tests/support/organizations.ts';
import { newPayer, openPayment, type Payer } from '../../tests/support/payments.ts';
import { settleForClosing } from '../account-closure/settle-for-closing.ts';
import { closeOrganization } from '../organizations/organization-status.ts';
import { paymentSettling } from './settle-payment.ts';

const shop = shopForThisFile();

/** Paid at the provider's, whose notification was lost. */
async function paidWithoutNotification() {
  const payer = await newPayer(shop);
  await openCompany(shop, payer);
  const payment = await openPayment(shop, payer);
  await shop.provider.misbehave({ on: 'notification', do: 'lose' });
  await shop.provider.payByCard(payment.providerId);
  // A payment that waits would keep the organization open; the provider's page stays good all the same.
  await shop.call(cancelPayment, { params: { paymentId: payment.id } }, payer);
  return { payer, payment, settle: () => shop.run(paymentSettling, { paymentId: payment.id, attempt: 0 }) };
}

/** Runs `meanwhile` while the organization is closed but nobody can see it yet. */
const close = ({ id, organizationId }: Payer, meanwhile = async () => {}) =>
  shop.db.transaction(async (tx) => {
    await closeOrganization(
      tx,
      { id: id, address: '127.0.0.1' },
      {
        organizationId,
        name: 'Личный счёт',
        settleMoney: settleForClosing,
      },
    );
    await meanwhile();
  });

async function stateOf({ organizationId }: Payer) {
  const { rows: payments } = await shop.db.queryText('select status, reason from payments where organization_id = $1', [
    organizationId,
  ]);
  const { rows: accounts } = await shop.db.queryText(
    'select balance_minor from ledger_accounts where organization_id = $1',
    [organizationId],
  );
  return { payments, accounts };
}

const waitsForAPerson = { payments: [{ status: 'review', reason: 'organization_closed' }], accounts: [] };

test('a payment that succeeds after its organization was closed goes to review and credits nothing', async () => {
  const { payer, settle } = await paidWithoutNotification();
  await close(payer);
  await settle();
  expect(await stateOf(payer)).toEqual(waitsForAPerson);
});

test('a payment that succeeds while its organization is being closed waits for the outcome of the closing', async () => {
  const { payer, settle } = await paidWithoutNotification();
  let settling: Promise<unknown> = Promise.resolve();
  await close(payer, () => {
    settling = settle();
    return untilDoneOrBlocked(shop, settling);
  });
  await settling;
  expect(await stateOf(payer)).toEqual(waitsForAPerson);
});
