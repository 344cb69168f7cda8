import { refundPayment } from '@kazna/contract/cabinet/payments';
import type { OrganizationRole } from '@kazna/contract/shared/permissions';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { shopForThisFile } from '../../../tests/support/app-for-file.ts';
import {
  newMember,
  openCompany,
  type SignedIn,
  signedInPerson,
  untilDoneOrBlocked,
} from '../../../tests/support/organizations.ts';
import { paidPayment } from '../../../tests/support/payments.ts';
import { switchTo } from '../../../tests/support/sessions.ts';
import { changeMemberRole, removeMember } from '../../organizations/change-members.ts';
import { suspendOrganization } from '../../organizations/organization-status.ts';
import type { Transaction } from '../../platform/db/database.ts';

const shop = shopForThisFile();
let owner: SignedIn;
beforeAll(async () => {
  owner = await signedInPerson(shop);
});

let organizationId: string;
let accountant: SignedIn;
let token: string;
let paymentId: string;
beforeEach(async () => {
  organizationId = (await openCompany(shop, owner)).id;
  accountant = await newMember(shop, organizationId, 'accountant');
  token = (await switchTo(shop, accountant, organizationId)).accessToken;
  paymentId = (await paidPayment(shop, { token })).id;
});

const refund = () =>
  shop.call(refundPayment, { params: { paymentId }, body: { amountMinor: 5000, reason: 'Ошибка' } }, { token });
const actor = () => ({ id: owner.id, address: '127.0.0.1' });
const demote = (role: OrganizationRole) => (tx: Transaction) =>
  changeMemberRole(tx, actor(), { organizationId, userId: accountant.id, role });

/** Asks when the change has happened but is not committed, so that the call is let in by what was before. */
async function refundAmid(change: (tx: Transaction) => Promise<unknown>) {
  let call: ReturnType<typeof refund> | undefined;
  await shop.db.transaction(async (tx) => {
    await change(tx);
    call = refund();
    await untilDoneOrBlocked(shop, call);
  });
  return (await call) as Awaited<ReturnType<typeof refund>>;
}

const changes: [string, number, () => (tx: Transaction) => Promise<unknown>][] = [
  ['who loses the role meanwhile', 403, () => demote('member')],
  ['who is removed meanwhile', 404, () => (tx) => removeMember(tx, actor(), organizationId, accountant.id)],
  [
    'whose organization is suspended meanwhile',
    403,
    () => (tx) => suspendOrganization(tx, organizationId, 'suspended'),
  ],
];

test.each(changes)('no money is returned for somebody %s', async (_, status, change) => {
  expect((await refundAmid(change())).status).toBe(status);
  const { rows } = await shop.db.queryText('select 1 from refunds where payment_id = $1', [paymentId]);
  expect(rows).toEqual([]);
});

test('a refund goes on when its requester gets another role that may refund', async () => {
  expect((await refundAmid(demote('admin'))).status).toBe(201);
});
