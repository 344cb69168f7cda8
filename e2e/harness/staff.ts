import { confirmIdentity } from '@kazna/contract/cabinet/confirmation';
import type { Page } from 'playwright-core';
import { ask } from './calls.ts';
import { operator } from './operator.ts';
import type { PageOptions } from './page-options.ts';
import { openSession, signedIn, type Tokens } from './people.ts';
import type { RunningProduct } from './product.ts';

type OpenPage = (options: PageOptions) => Promise<Page>;

/** Of the first operator, confirmed by the password: requisites, keys, roles and webhooks ask for nothing more. */
export async function openStaffSession(product: Pick<RunningProduct, 'url'>): Promise<Tokens> {
  const tokens = await openSession(product, operator);
  const body = { currentPassword: operator.password };
  await ask(product, tokens, confirmIdentity.path, { method: 'POST', body });
  return tokens;
}

export async function openStaffPage(openPage: OpenPage, product: RunningProduct, path: string): Promise<Page> {
  const page = await openPage(signedIn(product, await openStaffSession(product)));
  await page.goto(product.url + path);
  return page;
}
