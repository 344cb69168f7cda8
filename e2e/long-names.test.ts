import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { browserForThisFile, mainHeading, pollTimeout } from './harness/browser.ts';
import { openCompany, switchTo } from './harness/calls.ts';
import { topUp } from './harness/checkout.ts';
import { leaveClean, openScreen } from './harness/go-to.ts';
import { operator } from './harness/operator.ts';
import { payShort } from './harness/paid-short.ts';
import { createPerson, newPerson, openSession, signedIn } from './harness/people.ts';
import { sharedProduct } from './harness/product.ts';

const { keepPage } = browserForThisFile();
const product = sharedProduct();
const names = {
  usual: 'ООО «Северо-Западная логистическая компания»',
  longest: `ООО «${'Северо-Западная транспортно-логистическая компания '.repeat(3)}»`.padEnd(160, 'ы').slice(0, 160),
  unbroken: 'Ъ'.repeat(160),
};
const widths = [390, 768, 1440];

interface Cabinet {
  page: Page;
  organizationId: string;
}
let staff: Page;
const cabinets = new Map<keyof typeof names, Cabinet>();

beforeAll(async () => {
  for (const [length, name] of Object.entries(names)) {
    const person = await createPerson(product, newPerson('Константин-Александр Рождественский-Преображенский'));
    const first = await openSession(product, person);
    const organizationId = await openCompany(product, first, name);
    const tokens = await switchTo(product, first, organizationId);
    await topUp(product, tokens, { description: 'За первый месяц' });
    if (length === 'unbroken') await payShort(product, tokens);
    cabinets.set(length as keyof typeof names, { page: await keepPage(signedIn(product, tokens)), organizationId });
  }
  staff = await keepPage(signedIn(product, await openSession(product, operator)));
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

const open = async (page: Page, path: string) => {
  await openScreen(page, product.url + path);
  // The screen in between, which stays until the next one's code has come.
  await mainHeading(page, 'Not Found').waitFor({ state: 'detached' });
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
  for (const [length, { page, organizationId }] of cabinets) {
    await open(page, path.replace('{id}', organizationId));
    await expectInside(page, `${path} with the ${length} name`);
    leaveClean(page);
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
  await open(staff, path.replace('{id}', organizationId));
  await expectInside(staff, path);
  leaveClean(staff);
});

test('a payment that waits for a decision keeps its buttons inside the card under a long name', async () => {
  await open(staff, '/admin');
  const line = staff.getByRole('listitem').filter({ hasText: names.unbroken });
  await line.getByRole('button', { name: 'Зачислить 880,00 ₽' }).waitFor();
  await expectInside(staff, 'the decision');
});

test("staff's sheet of an organization and the switcher hold a long name", async () => {
  const { page, organizationId } = cabinets.get('unbroken') as Cabinet;
  await open(staff, `/admin/organizations?organization=${organizationId}`);
  await expectInside(staff, 'the sheet');
  await open(page, '/profile/');
  await page
    .getByRole('button', { name: /^Организация: / })
    .first()
    .click();
  await expectInside(page, 'the switcher');
});
