import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { browserForThisFile, pollTimeout } from './harness/browser.ts';
import { openCompany, switchTo } from './harness/calls.ts';
import { topUp } from './harness/checkout.ts';
import { operator } from './harness/operator.ts';
import { payShort } from './harness/paid-short.ts';
import { createPerson, newPerson, openSession, signedIn, type Tokens } from './harness/people.ts';
import { sharedProduct } from './harness/product.ts';

const { openPage } = browserForThisFile();
const product = sharedProduct();
const names = {
  usual: 'ООО «Северо-Западная логистическая компания»',
  longest: `ООО «${'Северо-Западная транспортно-логистическая компания '.repeat(3)}»`.padEnd(160, 'ы').slice(0, 160),
  unbroken: 'Ъ'.repeat(160),
};
const widths = [390, 768, 1440];

interface Cabinet {
  tokens: Tokens;
  organizationId: string;
}
const cabinets = new Map<keyof typeof names, Cabinet>();

beforeAll(async () => {
  for (const [length, name] of Object.entries(names)) {
    const person = await createPerson(product, newPerson('Константин-Александр Рождественский-Преображенский'));
    const first = await openSession(product, person);
    const organizationId = await openCompany(product, first, name);
    const tokens = await switchTo(product, first, organizationId);
    await topUp(product, tokens, { description: 'За первый месяц' });
    if (length === 'unbroken') await payShort(product, tokens);
    cabinets.set(length as keyof typeof names, { tokens, organizationId });
  }
});

/** Runs in the page. Returns controls and figures that leave the box which they stand in, unless it scrolls, or the window. */
function findEscaped(): string[] {
  const found: string[] = [];
  const isScrolling = (element: Element | null): boolean =>
    element !== null && (getComputedStyle(element).overflowX !== 'visible' || isScrolling(element.parentElement));
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) found.push(`the page is ${scrollWidth} px wide`);
  for (const element of document.querySelectorAll('button, a, dd, input, select')) {
    const box = element.closest('aside, section, form, li, [role="dialog"], main');
    const { right, width } = element.getBoundingClientRect();
    const beyond = right - (box?.getBoundingClientRect().right ?? right);
    if (width > 1 && beyond > 1 && !isScrolling(element.parentElement))
      found.push(`${element.tagName} «${element.textContent?.slice(0, 40)}» by ${beyond} px`);
  }
  return found;
}

async function expectInside(page: Page, what: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expect
      .poll(() => page.evaluate(findEscaped), { ...pollTimeout, message: `${what} at ${width} px` })
      .toEqual([]);
  }
}

const untilLoaded = async (page: Page) => {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => page.locator('[aria-busy="true"]').count(), pollTimeout).toBe(0);
};

test.each([
  '/',
  '/payments/create?amount=12500.50',
  '/payments/create?method=invoice&amount=150000',
  '/payments/',
  '/payments/?status=transfers',
  '/payments/links',
  '/operations/',
  '/services/',
  '/dashboard/{id}',
  '/organization/{id}',
  '/organization/{id}?tab=members',
  '/organization/{id}?tab=invitations',
  '/organization/{id}?tab=requisites',
  '/organization/{id}?tab=cards',
  '/organization/{id}?tab=log',
  '/requests/',
  '/requests/new',
  '/notifications/',
  '/notifications/settings',
  '/profile/',
  '/documents/',
  '/info/',
])('%s keeps its controls inside their cards, whatever the name of the organization', async (path) => {
  for (const [length, { tokens, organizationId }] of cabinets) {
    const page = await openPage(signedIn(product, tokens));
    await page.goto(product.url + path.replace('{id}', organizationId));
    await untilLoaded(page);
    await expectInside(page, `${path} with the ${length} name`);
  }
});

test.each([
  '/admin',
  '/admin/organizations',
  '/admin/organizations/{id}',
  '/admin/users',
  '/admin/payments',
  '/admin/refunds',
  '/admin/subscriptions',
  '/admin/documents',
  '/admin/requests',
])("staff's %s keeps its controls inside their cards, whatever the names of organizations", async (path) => {
  const { organizationId } = cabinets.get('unbroken') as Cabinet;
  const page = await openPage(signedIn(product, await openSession(product, operator)));
  await page.goto(product.url + path.replace('{id}', organizationId));
  await untilLoaded(page);
  await expectInside(page, path);
});

test('a payment that waits for a decision keeps its buttons inside the card under a long name', async () => {
  const page = await openPage(signedIn(product, await openSession(product, operator)));
  await page.goto(`${product.url}/admin`);
  const line = page.getByRole('listitem').filter({ hasText: names.unbroken });
  await line.getByRole('button', { name: 'Зачислить 880,00 ₽' }).waitFor();
  await expectInside(page, 'the decision');
});

test("staff's sheet of an organization and the switcher hold a long name", async () => {
  const { tokens, organizationId } = cabinets.get('unbroken') as Cabinet;
  const staff = await openPage(signedIn(product, await openSession(product, operator)));
  await staff.goto(`${product.url}/admin/organizations?organization=${organizationId}`);
  await untilLoaded(staff);
  await expectInside(staff, 'the sheet');
  const page = await openPage(signedIn(product, tokens));
  await page.goto(`${product.url}/profile/`);
  await untilLoaded(page);
  await page
    .getByRole('button', { name: /^Организация: / })
    .first()
    .click();
  await expectInside(page, 'the switcher');
});
