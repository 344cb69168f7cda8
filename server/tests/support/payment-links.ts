import { randomBytes } from 'node:crypto';
import { hashToken } from '../../src/payments/links/pay-by-link.ts';
import { uuidv7 } from '../../src/platform/db/uuid.ts';
import type { TestApp } from './app.ts';

/** Inserts a link of the organization for any sum. */
export async function plantLink(
  { db }: Pick<TestApp, 'db'>,
  organizationId: string,
  createdBy: string,
): Promise<{ id: string; token: string }> {
  const [id, token] = [uuidv7(), randomBytes(16).toString('base64url')];
  await db.queryText(
    `insert into payment_links (id, organization_id, token_hash, currency, purpose, created_by)
     values ($1, $2, $3, 'RUB', 'Пополнение баланса', $4)`,
    [id, organizationId, hashToken(token), createdBy],
  );
  return { id, token };
}
