import { expect, test } from 'vitest';
import { plugAuthenticator } from './harness/authenticator.ts';
import {
  browserForThisFile,
  expectFit,
  expectGood,
  expectNoViolations,
  expectToast,
  mainHeading,
  pollTimeout,
} from './harness/browser.ts';
import { operator, operatorEnv } from './harness/operator.ts';
import { openSession, signedIn } from './harness/people.ts';
import { type Product, productForThisFile } from './harness/product.ts';

const { openPage } = browserForThisFile();
let product: Product;
productForThisFile({ env: { ...operatorEnv, STAFF_SECOND_FACTOR: '1' } }, (started) => {
  product = started;
});

test('the first administrator is led to a passkey, and a later session by password confirms by it', async () => {
  const page = await openPage(signedIn(product, await openSession(product, operator)));
  await plugAuthenticator(page);
  await page.goto(`${product.url}/admin/`);
  await page.getByRole('heading', { name: 'Включите второй фактор' }).waitFor();
  await expectGood(page, 'admin-second-factor-setup');
  await page.getByRole('link', { name: 'Ключ доступа' }).click();
  await mainHeading(page, 'Профиль').waitFor();
  await page.getByRole('button', { name: 'Добавить ключ' }).click();
  await page.getByRole('button', { name: 'Продолжить' }).click();
  await expectToast(page, 'Ключ доступа добавлен');
  await page.getByRole('link', { name: 'Администрирование' }).click();
  await page.getByRole('navigation', { name: 'Администрирование' }).waitFor();

  const tokens = await openSession(product, operator);
  await page.evaluate((pair) => localStorage.setItem('tokens', JSON.stringify(pair)), tokens);
  await page.goto(`${product.url}/admin/users`);
  await page.getByRole('heading', { name: 'Подтвердите, что это вы' }).waitFor();
  await expectGood(page, 'admin-second-factor-proof');
  await page.getByRole('button', { name: 'Подтвердить ключом доступа' }).click();
  await expect.poll(() => mainHeading(page, 'Пользователи').isVisible(), pollTimeout).toBe(true);

  // Another session by password: the profile asks for the passkey before a second one, and takes no password.
  await page.evaluate(
    (pair) => localStorage.setItem('tokens', JSON.stringify(pair)),
    await openSession(product, operator),
  );
  await page.goto(`${product.url}/profile/`);
  await page.getByRole('button', { name: 'Включить' }).first().click();
  const enabling = page.getByRole('dialog', { name: 'Включить двухфакторную защиту' });
  await enabling.getByLabel('Текущий пароль').fill(operator.password);
  await enabling.getByRole('button', { name: 'Продолжить' }).click();
  const identity = page.getByRole('dialog', { name: 'Подтвердите, что это вы' });
  await identity.getByRole('button', { name: 'Подтвердить ключом доступа' }).waitFor();
  expect(await identity.getByLabel('Пароль').count()).toBe(0);
  await expectNoViolations(page);
  await expectFit(page, 'identity-second-factor');
  await identity.getByRole('button', { name: 'Подтвердить ключом доступа' }).click();
  await page.getByRole('dialog', { name: 'Подключите приложение' }).waitFor();
});
