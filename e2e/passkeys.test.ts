import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { plugAuthenticator } from './harness/authenticator.ts';
import {
  browserForThisFile,
  expectGood,
  expectPlace,
  expectToast,
  mainHeading,
  pollTimeout,
} from './harness/browser.ts';
import { goTo } from './harness/go-to.ts';
import {
  createPerson,
  fillSignIn,
  openSession,
  type Person,
  signedIn,
  signOut,
  storedTokens,
} from './harness/people.ts';
import { sharedProduct } from './harness/product.ts';

const { openPage } = browserForThisFile();
const product = sharedProduct();

const passkeyRows = (page: Page) => page.getByRole('button', { name: /^Удалить ключ доступа/ });

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto(`${product.url}/profile/`);
  await page.getByRole('button', { name: 'Добавить ключ' }).click();
  await page.getByLabel('Название').fill(name);
  await page.getByRole('button', { name: 'Продолжить' }).click();
  await expectToast(page, 'Ключ доступа добавлен');
  await page.getByRole('button', { name: `Удалить ключ доступа ${name}` }).waitFor();
}

async function expectSignedIn(page: Page, { email }: Person): Promise<void> {
  await expectPlace(page, '/');
  await page.getByText(email).first().waitFor();
}

test('a passkey is added, signs in by the button and by autofill, is lost, and is removed after a password', async () => {
  const person = await createPerson(product);
  const page = await openPage(signedIn(product, await openSession(product, person)));
  const { devtools, authenticatorId } = await plugAuthenticator(page);
  await addPasskey(page, 'Рабочий ноутбук');
  await expectGood(page, 'profile-passkeys');
  await product.mail(person.email, /Добавлен ключ доступа/);

  const simulatePresence = (enabled: boolean) =>
    devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  // The list under the field is the browser's own; the virtual authenticator chooses in it once the person is there.
  await simulatePresence(false);
  await signOut(page, person);
  await mainHeading(page, 'Вход в кабинет').waitFor();
  await simulatePresence(true);
  await page.reload();
  await expectSignedIn(page, person);

  await simulatePresence(false);
  await signOut(page, person);
  await mainHeading(page, 'Вход в кабинет').waitFor();
  await page.evaluate(() => localStorage.removeItem('passkey-used'));
  await page.reload();
  await mainHeading(page, 'Вход в кабинет').waitFor();
  await simulatePresence(true);
  await page.evaluate(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await page.getByRole('button', { name: 'По ключу доступа' }).click();
  await expectSignedIn(page, person);

  await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  await signOut(page, person);
  await fillSignIn(page, person);
  await expectSignedIn(page, person);
  await goTo(page, `${product.url}/profile/`);
  await passkeyRows(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
  await expectToast(page, 'Ключ доступа удалён');
  await expect.poll(() => passkeyRows(page).count(), pollTimeout).toBe(0);
  await product.mail(person.email, /Ключ доступа удалён/);
});

test('after a sign-in by password the cabinet offers a passkey and adds it', async () => {
  const person = await createPerson(product);
  const page = await openPage();
  await plugAuthenticator(page);
  await page.goto(`${product.url}/auth/`);
  await fillSignIn(page, person);
  const offer = page.getByRole('dialog', { name: 'Входить без пароля?' });
  await offer.waitFor();
  await expectGood(page, 'passkey-offer');
  await offer.getByRole('button', { name: 'Добавить ключ доступа' }).click();
  await expectToast(page, 'Ключ доступа добавлен');
  expect(await storedTokens(page)).not.toBeNull();
});
