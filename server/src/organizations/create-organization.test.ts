import { createOrganization, updateOrganization } from '@kazna/contract/cabinet/organization-forms';
import { listOrganizations } from '@kazna/contract/cabinet/organizations';
import { beforeAll, describe, expect, test } from 'vitest';
import { appForThisFile } from '../../tests/support/app-for-file.ts';
import { companyBody, newInn, openCompany, type SignedIn, signedInPerson } from '../../tests/support/organizations.ts';

const app = appForThisFile();
let owner: SignedIn;
beforeAll(async () => {
  owner = await signedInPerson(app);
});

const bank = { bik: '044525225', account: '40702810138250123017', correspondentAccount: '30101810400000000225' };
const soleProprietor = { kind: 'sole_proprietor', name: 'ИП Петров', inn: '500100732259', ogrn: '304500116000157' };

const create = (body: object, person = owner) =>
  app.call(createOrganization, { body: body as never }, { token: person.token });
const update = (organizationId: string, body: object, person = owner) =>
  app.call(updateOrganization, { params: { organizationId }, body: body as never }, { token: person.token });
const refusal = (path: string, message: string) => ({
  status: 400,
  body: { code: 'validation_failed', errors: [{ path, message }] },
});

describe('creating an organization', () => {
  test('a new company has all its requisites, and its creator is the owner', async () => {
    const body = { ...companyBody(), address: 'Москва, ул. Мира, 1', bank };
    const created = await create(body);
    expect(created).toMatchObject({ status: 201, body: { ...body, status: 'active', role: 'owner' } });
    const { body: list } = await app.call(listOrganizations, { query: { limit: 100 } }, { token: owner.token });
    expect(list.items).toContainEqual(created.body);
  });

  test('a sole proprietor has an ОГРНИП, and a given КПП is dropped', async () => {
    const person = await signedInPerson(app);
    const created = await create({ ...soleProprietor, kpp: '771401001' }, person);
    expect(created).toMatchObject({ status: 201, body: { ...soleProprietor, kpp: null, bank: null } });
  });

  test('a personal organization has a name, and given requisites are dropped', async () => {
    const created = await create({ kind: 'person', name: 'Для семьи', inn: newInn() });
    expect(created).toMatchObject({ status: 201, body: { kind: 'person', name: 'Для семьи', inn: null, kpp: null } });
  });

  test('a bank account is valid without a correspondent account, and changing it keeps the rest', async () => {
    const { correspondentAccount, ...known } = bank;
    const created = await create({ ...companyBody(), bank: known });
    expect(created).toMatchObject({ status: 201, body: { bank: { ...known, correspondentAccount: null } } });
    const { id } = created.body;
    expect(await update(id, { name: 'ООО «Лютик»' })).toMatchObject({
      status: 200,
      body: { bank: { ...known, correspondentAccount: null } },
    });
    const wrong = { ...known, correspondentAccount: '30101810400000000226' };
    expect(await update(id, { bank: wrong })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'bank.correspondentAccount' }] },
    });
    expect(await update(id, { bank })).toMatchObject({ status: 200, body: { bank: { correspondentAccount } } });
  });

  test('spaces in requisites are dropped', async () => {
    const person = await signedInPerson(app);
    const spaced = {
      ...companyBody(),
      inn: ' 7707 083\u00a0893 ',
      bank: { ...bank, account: '40702 810 1 3825 0123017' },
    };
    expect(await create(spaced, person)).toMatchObject({ status: 201, body: { inn: '7707083893', bank } });
  });
});

describe('invalid requisites', () => {
  const company = companyBody();
  const withBank = (part: object) => ({ ...company, bank: { ...bank, ...part } });
  test.each([
    ['inn', 'Контрольное число ИНН не сходится. Проверьте цифры', { ...company, inn: '1234567890' }],
    ['inn', 'ИНН состоит из 10 цифр', { ...company, inn: '500100732259' }],
    ['inn', 'ИНН состоит из 12 цифр', { ...soleProprietor, inn: '7707083893' }],
    ['inn', 'Пожалуйста, введите ИНН', { ...company, inn: '' }],
    ['inn', 'Пожалуйста, введите ИНН', { ...company, inn: undefined }],
    ['kpp', 'КПП состоит из 9 знаков, например 771401001', { ...company, kpp: '7714' }],
    ['kpp', 'Пожалуйста, введите КПП', { ...company, kpp: undefined }],
    ['ogrn', 'ОГРН состоит из 13 цифр', { ...company, ogrn: '304500116000157' }],
    ['ogrn', 'Контрольное число ОГРНИП не сходится. Проверьте цифры', { ...soleProprietor, ogrn: '304500116000158' }],
    ['bank.bik', 'БИК состоит из 9 цифр', withBank({ bik: '0445252' })],
    ['bank.account', 'Расчётный счёт не подходит к БИК. Проверьте оба', withBank({ account: '40702810138250123018' })],
    ['bank.account', 'Расчётный счёт состоит из 20 цифр', withBank({ account: '407' })],
    ['bank.correspondentAccount', 'Пожалуйста, введите корреспондентский счёт', withBank({ correspondentAccount: '' })],
  ])('invalid requisites are refused on %s: %s', async (path, message, body) => {
    expect(await create(body)).toMatchObject(refusal(path, message));
  });

  test.each(['ООО «Ромашка»\r\nBcc: all@example.ru', '<b>ООО</b>', 'О'])(
    'an organization named %j is refused',
    async (name) => {
      expect(await create({ ...company, name })).toMatchObject({ status: 400, body: { errors: [{ path: 'name' }] } });
    },
  );

  test('an unknown kind of organization is refused', async () => {
    expect(await create({ ...company, kind: 'bank' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'kind' }] },
    });
  });
});

describe('changing an organization', () => {
  test('changing an organization replaces given fields and keeps the rest', async () => {
    const before = await openCompany(app, owner);
    const changed = await update(before.id, { name: 'ООО «Лютик»', bank });
    expect(changed).toMatchObject({ status: 200, body: { ...before, name: 'ООО «Лютик»', bank } });
    expect(await update(before.id, { address: 'Москва, ул. Мира, 1' })).toMatchObject({
      body: { ...before, name: 'ООО «Лютик»', bank, address: 'Москва, ул. Мира, 1' },
    });
  });

  test('null removes the bank account and an empty text the address', async () => {
    const { id } = await openCompany(app, owner, { ...companyBody(), address: 'Москва, ул. Мира, 1', bank } as never);
    expect(await update(id, { bank: null, address: '' })).toMatchObject({
      status: 200,
      body: { bank: null, address: null },
    });
  });

  test('a change is validated as a whole, and the kind cannot be changed', async () => {
    const { id, inn } = await openCompany(app, owner);
    expect(await update(id, { inn: '500100732259' })).toMatchObject(refusal('inn', 'ИНН состоит из 10 цифр'));
    expect(await update(id, { inn: '' })).toMatchObject(refusal('inn', 'Пожалуйста, введите ИНН'));
    expect(await update(id, { kind: 'person' })).toMatchObject({ status: 200, body: { kind: 'company', inn } });
  });

  test('one invalid field refuses the whole change', async () => {
    const before = await openCompany(app, owner);
    expect((await update(before.id, { name: 'ООО «Лютик»', kpp: '1' })).status).toBe(400);
    expect(await update(before.id, {})).toMatchObject({ status: 200, body: before });
  });
});
