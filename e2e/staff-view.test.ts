import { expect, test } from 'vitest';
import {
  browserForThisFile,
  expectFit,
  expectNoViolations,
  expectPlace,
  expectToast,
  mainHeading,
} from './harness/browser.ts';
import { activeOrganization, ask, openCompany } from './harness/calls.ts';
import { operatorEnv } from './harness/operator.ts';
import { createPerson, newPerson, openSession, signedIn } from './harness/people.ts';
import { type Product, productForThisFile } from './harness/product.ts';
import { openStaffPage } from './harness/staff.ts';

const { openPage } = browserForThisFile();
let product: Product;
productForThisFile({ env: operatorEnv }, (started) => {
  product = started;
});

test('staff open a cabinet as its owner sees it, change nothing, end it, and the owner learns of it and forbids it', async () => {
  const owner = await createPerson(product, newPerson('Анна Ковалёва'));
  const tokens = await openSession(product, owner);
  const organizationId = await activeOrganization(product, tokens);

  const staff = await openStaffPage(openPage, product, `/admin/organizations?organization=${organizationId}`);
  await staff.getByRole('button', { name: 'Открыть как клиент' }).click();
  const question = staff.getByRole('dialog', { name: /^Открыть кабинет/ });
  await question.getByLabel('Причина').fill('Разбираем обращение');
  await question.getByRole('button', { name: 'Открыть' }).click();
  const strip = staff.getByRole('region', { name: 'Просмотр кабинета клиента' });
  await strip.waitFor();
  await expectPlace(staff, '/');
  await expectNoViolations(staff);
  await expectFit(staff, 'staff-view');

  await staff.goto(`${product.url}/organization/${organizationId}?tab=members`);
  await staff.getByRole('button', { name: 'Запретить просмотр' }).click();
  await staff.getByText('изменить в нём ничего нельзя').waitFor();
  await strip.getByRole('button', { name: 'Закончить просмотр' }).click();
  await expectPlace(staff, `/admin/organizations?organization=${organizationId}`);
  expect(await strip.count()).toBe(0);

  const page = await openPage(signedIn(product, tokens));
  await page.goto(`${product.url}/organization/${organizationId}?tab=members`);
  await page
    .getByRole('button', { name: /^Уведомления/ })
    .first()
    .click();
  await page.getByText('Поддержка открыла ваш кабинет для просмотра').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Запретить просмотр' }).click();
  await expectToast(page, 'Просмотр запрещён');
  await page.getByRole('button', { name: 'Разрешить просмотр' }).waitFor();
  await expectNoViolations(page);
  await expectFit(page, 'organization-staff-view');

  await staff.getByRole('button', { name: 'Открыть как клиент' }).click();
  await question.getByLabel('Причина').fill('Разбираем обращение');
  await question.getByRole('button', { name: 'Открыть' }).click();
  await question.getByText('Организация запретила поддержке открывать свой кабинет').waitFor();
});

test('a view that the owner forbids midway disappears from the page of the staff, who stand in their own cabinet again', async () => {
  const tokens = await openSession(product, await createPerson(product, newPerson('Анна Ковалёва')));
  const organizationId = await openCompany(product, tokens, 'ООО «Запретная роща»');
  const staff = await openStaffPage(openPage, product, `/admin/organizations?organization=${organizationId}`);
  await staff.getByRole('button', { name: 'Открыть как клиент' }).click();
  const question = staff.getByRole('dialog', { name: /^Открыть кабинет/ });
  await question.getByLabel('Причина').fill('Разбираем обращение');
  await question.getByRole('button', { name: 'Открыть' }).click();
  const strip = staff.getByRole('region', { name: 'Просмотр кабинета клиента' });
  await strip.waitFor();
  await staff.getByText('Запретная роща').first().waitFor();
  const another = await staff.context().newPage();
  await another.goto(`${product.url}/organization/${organizationId}`);
  await another.getByText('Запретная роща').first().waitFor();
  const path = `/api/organizations/${organizationId}/staff-view`;
  await ask(product, tokens, path, { method: 'PUT', body: { isAllowed: false } });
  await strip.waitFor({ state: 'detached' });
  await staff.getByText('Запретная роща').first().waitFor({ state: 'detached' });
  await mainHeading(another, 'Личный счёт').waitFor();
});
