import { getClosing, obstaclesOf } from '@kazna/contract/cabinet/account-closure';
import { refresh } from '@kazna/contract/cabinet/accounts';
import * as contract from '@kazna/contract/cabinet/organizations';
import { deleteProfile, getProfile } from '@kazna/contract/cabinet/profile';
import { expect, test } from 'vitest';
import { appForThisFile } from '../../tests/support/app-for-file.ts';
import {
  addMember,
  companyBody,
  newMember,
  openCompany,
  type SignedIn,
  signedInPerson,
  untilDoneOrBlocked,
} from '../../tests/support/organizations.ts';
import { settleForClosing } from '../account-closure/settle-for-closing.ts';
import { setCreditLimit } from '../money/ledger/balance-settings-store.ts';
import { postTransfer } from '../money/ledger/post-transfer.ts';
import type { LedgerAccount } from '../money/ledger/posting.ts';
import { InsufficientFunds } from '../money/ledger/rules.ts';
import { closeOrganization } from './organization-status.ts';

const app = appForThisFile();

const close = (organizationId: string, name: string, { token }: SignedIn) =>
  app.call(contract.closeOrganization, { params: { organizationId }, body: { name } }, { token });
const organizationsOf = async ({ token }: SignedIn) =>
  (await app.call(contract.listOrganizations, {}, { token })).body.items;
const personalOf = async (person: SignedIn) =>
  (await organizationsOf(person)).find(({ kind }) => kind === 'person')?.id as string;
const leaveOut = (person: SignedIn, organizationId: string) =>
  app.db.queryText('delete from memberships where user_id = $1 and organization_id = $2', [person.id, organizationId]);

test.each(['', 'ООО', 'ооо «ромашка»', 'ООО Ромашка'])('closing with the name typed as %j is refused', async (name) => {
  const owner = await signedInPerson(app);
  const { id } = await openCompany(app, owner);
  expect(await close(id, name, owner)).toMatchObject({ status: 400, body: { errors: [{ path: 'name' }] } });
  expect(await organizationsOf(owner)).toHaveLength(2);
});

test('closing ignores how many spaces stand between the words of the name, since a page shows one', async () => {
  const owner = await signedInPerson(app);
  const { id } = await openCompany(app, owner, { ...companyBody(), name: 'ООО\u00a0 «Ромашка  и Ко»' });
  expect((await close(id, ' ООО «Ромашка и\u00a0Ко»', owner)).status).toBe(204);
});

test('the exact name closes the organization for its members, and its records stay', async () => {
  const owner = await signedInPerson(app);
  const company = await openCompany(app, owner);
  expect((await close(company.id, company.name, owner)).status).toBe(204);
  expect((await organizationsOf(owner)).map(({ id }) => id)).not.toContain(company.id);
  const { rows } = await app.db.queryText('select status, closed_at, inn from organizations where id = $1', [
    company.id,
  ]);
  expect(rows).toEqual([{ status: 'closed', closed_at: expect.any(String), inn: company.inn }]);
  const { rows: log } = await app.db.queryText('select action from audit_log where organization_id = $1 order by id', [
    company.id,
  ]);
  expect(log.map(({ action }) => action)).toEqual(['organization.created', 'organization.closed']);
});

test('an owner cannot close their last organization', async () => {
  const owner = await signedInPerson(app);
  const [personal] = await organizationsOf(owner);
  expect(await close(personal?.id as string, 'Личный счёт', owner)).toMatchObject({
    status: 409,
    body: { code: 'last_organization' },
  });
  expect(await organizationsOf(owner)).toHaveLength(1);
});

test('an organization with a balance in any currency is not closed until the balance is zero', async () => {
  const owner = await signedInPerson(app);
  const { id: organizationId, name } = await openCompany(app, owner);
  const money = { kind: 'adjustment', amountMinor: 1, currency: 'USD' } as const;
  const post = (key: string, from: LedgerAccount, to: LedgerAccount) =>
    app.db.transaction((tx) => postTransfer(tx, { ...money, key: `${key}:${organizationId}`, from, to }));
  await post('in', 'corrections', { organizationId });
  expect(await close(organizationId, name, owner)).toMatchObject({
    status: 409,
    body: { code: 'organization_has_balance' },
  });
  await post('out', { organizationId }, 'corrections');
  expect((await close(organizationId, name, owner)).status).toBe(204);
});

test('an organization that owes is not closed, nor the account of its only member deleted, and both answers name the sum', async () => {
  const owner = await signedInPerson(app);
  const { id, name } = await openCompany(app, owner);
  const personal = await personalOf(owner);
  const charge = async (organizationId: string, from: LedgerAccount, to: LedgerAccount, kind: 'charge' | 'top_up') =>
    app.db.transaction((tx) =>
      postTransfer(tx, {
        key: `${kind}:${organizationId}`,
        kind,
        from,
        to,
        amountMinor: 3_000_000,
        currency: 'RUB',
      }),
    );
  for (const organizationId of [id, personal]) {
    await app.db.transaction((tx) => setCreditLimit(tx, { organizationId, currency: 'RUB' }, 5_000_000));
    await charge(organizationId, { organizationId }, 'revenue', 'charge');
  }
  const params = { organizationId: id };
  const { body } = await app.call(getClosing, { params }, { token: owner.token });
  expect(obstaclesOf(body)).toEqual(['Долг 30\u00a0000,00\u00a0₽: погасите его, пополнив баланс.']);
  expect(await close(id, name, owner)).toMatchObject({
    status: 409,
    body: { code: 'organization_has_debt', detail: expect.stringContaining('30\u00a0000,00') },
  });
  const form = { currentPassword: owner.password };
  expect(await app.call(deleteProfile, { body: form }, { token: owner.token })).toMatchObject({
    status: 409,
    body: { code: 'organization_has_debt' },
  });
  await charge(id, 'clearing', { organizationId: id }, 'top_up');
  expect((await close(id, name, owner)).status).toBe(204);
});

test('the database refuses to close an organization that owes', async () => {
  const owner = await signedInPerson(app);
  const { id: organizationId } = await openCompany(app, owner);
  await app.db.transaction((tx) => setCreditLimit(tx, { organizationId, currency: 'RUB' }, 10));
  const posting = { key: `charge:${organizationId}`, kind: 'charge', amountMinor: 5, currency: 'RUB' } as const;
  await app.db.transaction((tx) => postTransfer(tx, { ...posting, from: { organizationId }, to: 'revenue' }));
  const closing = "update organizations set status = 'closed', closed_at = now() where id = $1";
  await expect(app.db.queryText(closing, [organizationId])).rejects.toThrow('has a balance, a debt or a credit limit');
});

test('closing takes the credit limit away, so that a closed organization is debited no more', async () => {
  const owner = await signedInPerson(app);
  const { id: organizationId, name } = await openCompany(app, owner);
  await app.db.transaction((tx) => setCreditLimit(tx, { organizationId, currency: 'RUB' }, 500));
  expect((await close(organizationId, name, owner)).status).toBe(204);
  const posting = { key: `late:${organizationId}`, kind: 'adjustment', amountMinor: 1, currency: 'RUB' } as const;
  const late = app.db.transaction((tx) =>
    postTransfer(tx, { ...posting, from: { organizationId }, to: 'corrections' }),
  );
  await expect(late).rejects.toBeInstanceOf(InsufficientFunds);
});

test('money that came by bank is called so when it keeps an organization from being closed', async () => {
  const owner = await signedInPerson(app);
  const { id: organizationId } = await openCompany(app, owner);
  const posting = { key: `bank_receipt:${organizationId}`, kind: 'bank_receipt', amountMinor: 10_000_000 } as const;
  await app.db.transaction((tx) =>
    postTransfer(tx, { ...posting, currency: 'RUB', from: 'bank', to: { organizationId } }),
  );
  const { body } = await app.call(getClosing, { params: { organizationId } }, { token: owner.token });
  expect(obstaclesOf(body)).toEqual([
    'На балансе 100\u00a0000,00\u00a0₽ от банковских переводов: верните их на счёт в банке или потратьте.',
  ]);
});

test('of two concurrent closings one succeeds', async () => {
  const owner = await signedInPerson(app);
  const { id, name } = await openCompany(app, owner);
  const answers = await Promise.all([close(id, name, owner), close(id, name, owner)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404]);
});

test('members of a closed organization switch to another, or get a personal one', async () => {
  const owner = await signedInPerson(app);
  const { id, name } = await openCompany(app, owner);
  const [rich, poor] = [await newMember(app, id), await newMember(app, id)];
  await leaveOut(poor, await personalOf(poor));
  expect((await close(id, name, owner)).status).toBe(204);
  expect(await organizationsOf(rich)).toMatchObject([{ kind: 'person', name: 'Личный счёт' }]);
  expect(await organizationsOf(poor)).toMatchObject([{ kind: 'person', name: 'Личный счёт', role: 'owner' }]);
  for (const person of [owner, rich, poor]) {
    const pair = await app.call(refresh, {}, { token: person.refreshToken });
    const profile = await app.call(getProfile, {}, { token: pair.body.accessToken });
    expect(profile.body.activeOrganizationId).toBe(await personalOf(person));
  }
});

test('an owner who closes two organizations at once keeps one', async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    const owner = await signedInPerson(app);
    const company = await openCompany(app, owner);
    const answers = await Promise.all([
      close(company.id, company.name, owner),
      close(await personalOf(owner), 'Личный счёт', owner),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    expect(await organizationsOf(owner)).toHaveLength(1);
  }
});

test('a member whose two organizations are closed at once gets a personal one', async () => {
  const [first, second] = [await signedInPerson(app), await signedInPerson(app)];
  const [one, two] = [await openCompany(app, first), await openCompany(app, second)];
  const member = await newMember(app, one.id);
  await addMember(app, two.id, member);
  await leaveOut(member, await personalOf(member));
  let closing: ReturnType<typeof close> | undefined;
  await app.db.transaction(async (tx) => {
    await closeOrganization(
      tx,
      { id: first.id, address: '127.0.0.1' },
      {
        organizationId: one.id,
        name: one.name,
        settleMoney: settleForClosing,
      },
    );
    closing = close(two.id, two.name, second);
    await untilDoneOrBlocked(app, closing);
  });
  expect((await closing)?.status).toBe(204);
  expect(await organizationsOf(member)).toMatchObject([{ kind: 'person' }]);
});
