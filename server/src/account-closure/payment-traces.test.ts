import { cancelPayment } from '@kazna/contract/cabinet/payments';
import { deleteProfile, updateProfile } from '@kazna/contract/cabinet/profile';
import { expect, test } from 'vitest';
import { databaseRows } from '../../tests/access/database-state.ts';
import { shopForThisFile } from '../../tests/support/app-for-file.ts';
import { addMember, openCompany, signedInPerson } from '../../tests/support/organizations.ts';
import { create, newPayer } from '../../tests/support/payments.ts';
import { switchTo } from '../../tests/support/sessions.ts';

const shop = shopForThisFile();

const name = 'Аделаида Забвенная';
const rowsWith = async (...texts: string[]) =>
  (await databaseRows(shop.db)).filter((row) => texts.some((text) => row.includes(text)));

test('no row of any table names a deleted person who has paid, alone or for a company', async () => {
  const payer = await newPayer(shop);
  const here = { token: payer.token };
  await shop.call(updateProfile, { body: { name } }, here);
  const owner = await signedInPerson(shop);
  const company = await openCompany(shop, owner);
  await addMember(shop, company.id, payer);
  const own = await create(shop, payer);
  // A pending payment would prevent the deletion.
  await shop.call(cancelPayment, { params: { paymentId: own.body.id } }, here);
  const inCompany = await create(shop, { token: (await switchTo(shop, payer, company.id)).accessToken });
  expect([own.status, inCompany.status]).toEqual([201, 201]);
  expect((await rowsWith(name, payer.email)).length).toBeGreaterThan(2);
  // Answers stored for repeated keys name nobody.
  expect(await rowsWith(name)).toHaveLength(1);

  const body = { currentPassword: payer.password };
  expect((await shop.call(deleteProfile, { body }, here)).status).toBe(204);
  expect(await rowsWith(name, payer.email)).toEqual([]);
});

test('a repeated idempotency key answers the same after the payer was deleted, without the name', async () => {
  const payer = await newPayer(shop);
  await shop.call(updateProfile, { body: { name } }, { token: payer.token });
  const owner = await signedInPerson(shop);
  const company = await openCompany(shop, owner);
  await addMember(shop, company.id, payer);
  const key = 'the-same-key';
  const sent = { token: (await switchTo(shop, payer, company.id)).accessToken };
  const first = await create(shop, sent, {}, key);
  await shop.call(deleteProfile, { body: { currentPassword: payer.password } }, sent);
  const again = await create(shop, { token: (await switchTo(shop, owner, company.id)).accessToken }, {}, key);
  expect(again).toMatchObject({ status: 201, body: { id: first.body.id } });
  expect(again.body.createdBy).toBe('Удалённый пользователь');
});
