import { getOrganizationAsStaff, listAllOrganizations } from '@kazna/contract/admin/organizations';
import type { Decision } from '@kazna/contract/admin/statement-decisions';
import { beforeAll, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { postStatement, transfer, uploadStatement } from '../../../tests/support/bank-statements.ts';
import { type Company, newCompany, ownAccount, setBusiness } from '../../../tests/support/business.ts';
import type { SignedIn } from '../../../tests/support/organizations.ts';
import { balanceOf } from '../../../tests/support/payments.ts';
import { newStaff } from '../../../tests/support/staff.ts';
import { writeStatement } from '../../../tests/support/statement-writer.ts';

const app = appForThisFile();
let staff: SignedIn;
let one: Company;
let other: Company;
beforeAll(async () => {
  await setBusiness(app);
  staff = await newStaff(app, 'finance');
  one = await newCompany(app);
  other = await newCompany(app, one.inn);
});

const upload = async (changes = {}) =>
  (await uploadStatement(app, staff.token, writeStatement([transfer(one.inn, { amountMinor: 70_000, ...changes })])))
    .body;

test('a transfer without an invoice from an ИНН of two organizations is a question with both, and goes where staff say', async () => {
  const { id, incoming } = await upload({ number: '71' });
  expect(incoming[0]?.match).toMatchObject({ kind: 'suggestion', organizationId: null });
  const ids = incoming[0]?.match.candidates?.map((candidate) => candidate.id);
  expect(ids?.toSorted()).toEqual([one.organizationId, other.organizationId].toSorted());
  const decision: Decision = {
    ...{ documentId: incoming[0]?.id as string, action: 'credit' },
    ...{ organizationId: other.organizationId, invoiceId: null },
  };
  const { body } = await postStatement(app, staff.token, id, [decision]);
  expect(body.incoming[0]?.receipt).toMatchObject({ status: 'credited', organizationId: other.organizationId });
  expect(await balanceOf(app, other)).toEqual({ RUB: 70_000 });
});

test('a transfer from an ИНН of two organizations waits as unidentified money where nobody chose, and is lost in no case', async () => {
  const { id } = await upload({ number: '72' });
  const { body } = await postStatement(app, staff.token, id);
  expect(body.incoming[0]?.receipt).toMatchObject({ status: 'unidentified', organizationId: null });
});

test('staff see on an organization that another open one has its ИНН, and find such by a filter', async () => {
  const params = { organizationId: one.organizationId };
  const { body } = await app.call(getOrganizationAsStaff, { params }, { token: staff.token });
  expect(body.sameInn.map(({ id }) => id)).toEqual([other.organizationId]);
  const query = { inn: 'shared', limit: 100 } as never;
  const { items } = (await app.call(listAllOrganizations, { query }, { token: staff.token })).body;
  expect(items.map(({ id }) => id).toSorted()).toEqual([one.organizationId, other.organizationId].toSorted());
});

test('a statement names the bank and the account of the business that it is of', async () => {
  const { accounts } = await upload({ number: '74' });
  expect(accounts).toEqual([{ number: ownAccount, bankName: expect.stringMatching(/./) }]);
});
