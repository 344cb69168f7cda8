import { dismissFirstSteps, getFirstSteps } from '@kazna/contract/cabinet/first-steps';
import { inviteMember } from '@kazna/contract/cabinet/invitations';
import { expect, test } from 'vitest';
import { appForThisFile } from '../../tests/support/app-for-file.ts';
import { topUp } from '../../tests/support/charges.ts';
import { addMember, openCompany, signedInPerson } from '../../tests/support/organizations.ts';
import { plantPasskey } from '../../tests/support/passkeys.ts';
import { plantSubscription, plantTariff } from '../../tests/support/services.ts';
import { sql } from '../platform/db/sql.ts';

const app = appForThisFile();

type Person = Awaited<ReturnType<typeof signedInPerson>>;

async function newCompanyOwner() {
  const owner = await signedInPerson(app);
  const { id } = await openCompany(app, owner);
  await stand(owner, id);
  return { owner, organizationId: id };
}

const stand = ({ id }: Person, organizationId: string) =>
  app.db.query(sql`update sessions set organization_id = ${organizationId} where user_id = ${id}`);

const stepsOf = async ({ token }: Person) =>
  (await app.call(getFirstSteps, {}, { token })).body.items.map(({ step, isDone }) => `${step} ${isDone}`);

test('first steps are ticked by what is true of the organization and the person, and gone when all are done', async () => {
  await plantTariff(app.db);
  const { owner, organizationId } = await newCompanyOwner();
  const steps = ['requisites', 'top-up', 'colleague', 'service', 'protection'];
  const expected = (done: number) => steps.map((step, at) => `${step} ${at < done}`);
  await app.db.query(sql`update organizations set address = null where id = ${organizationId}`);
  expect(await stepsOf(owner)).toEqual(expected(0));
  await app.db.query(sql`
    update organizations set address = 'Москва, Тверская, 1', bank_bik = '044525225',
      bank_account = '40702810900000000001' where id = ${organizationId}`);
  expect(await stepsOf(owner)).toEqual(expected(1));
  await topUp(app, organizationId, 10_000);
  expect(await stepsOf(owner)).toEqual(expected(2));
  const invited = { params: { organizationId }, body: { email: 'colleague@example.ru', role: 'member' as const } };
  expect((await app.call(inviteMember, invited, owner)).status).toBe(201);
  expect(await stepsOf(owner)).toEqual(expected(3));
  await plantSubscription(app.db, organizationId);
  expect(await stepsOf(owner)).toEqual(expected(4));
  await plantPasskey(app, owner.id);
  expect(await stepsOf(owner)).toEqual([]);
});

test('roles see only the first steps that they can take', async () => {
  await plantTariff(app.db);
  const { organizationId } = await newCompanyOwner();
  const stepsAs = async (role: 'admin' | 'accountant' | 'member') => {
    const person = await signedInPerson(app);
    await addMember(app, organizationId, person, role);
    await stand(person, organizationId);
    return (await stepsOf(person)).map((text) => text.split(' ')[0]);
  };
  expect(await stepsAs('admin')).toEqual(['top-up', 'colleague', 'service', 'protection']);
  expect(await stepsAs('accountant')).toEqual(['top-up', 'service', 'protection']);
  expect(await stepsAs('member')).toEqual(['top-up', 'protection']);
});

test('a person who pays for themselves has no step of requisites or colleagues', async () => {
  await plantTariff(app.db);
  expect(await stepsOf(await signedInPerson(app))).toEqual(['top-up false', 'service false', 'protection false']);
});

test('without a visible service there is no step of connecting one', async () => {
  const person = await signedInPerson(app);
  await app.db.query(sql`update services set is_visible = false`);
  expect(await stepsOf(person)).toEqual(['top-up false', 'protection false']);
});

test('a suspended organization offers only the protection of the sign-in', async () => {
  const { owner, organizationId } = await newCompanyOwner();
  await app.db.query(sql`update organizations set status = 'suspended' where id = ${organizationId}`);
  expect(await stepsOf(owner)).toEqual(['protection false']);
});

test('dismissed first steps stay away for that person in that organization alone', async () => {
  const { owner, organizationId } = await newCompanyOwner();
  const admin = await signedInPerson(app);
  await addMember(app, organizationId, admin, 'admin');
  await stand(admin, organizationId);
  const dismiss = () => app.call(dismissFirstSteps, {}, owner);
  expect([(await dismiss()).status, (await dismiss()).status]).toEqual([204, 204]);
  expect(await stepsOf(owner)).toEqual([]);
  expect(await stepsOf(admin)).not.toEqual([]);
  const other = await openCompany(app, owner);
  await stand(owner, other.id);
  expect(await stepsOf(owner)).not.toEqual([]);
});
