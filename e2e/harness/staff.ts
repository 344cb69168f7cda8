import type { Page } from 'playwright-core';
import { operator } from './operator.ts';
import type { PageOptions } from './page-options.ts';
import { openSession, signedIn } from './people.ts';
import type { RunningProduct } from './product.ts';

type OpenPage = (options: PageOptions) => Promise<Page>;

export async function openStaffPage(openPage: OpenPage, product: RunningProduct, path: string): Promise<Page> {
  const page = await openPage(signedIn(product, await openSession(product, operator)));
  await page.goto(product.url + path);
  return page;
}
