import { randomBytes } from 'node:crypto';
import { ConfigError } from '../../config/environment.ts';
import { openPersonalOrganization } from '../../organizations/open-personal-organization.ts';
import type { Database } from '../../platform/db/database.ts';
import { hashPassword } from './passwords.ts';
import { newReferralCode } from './referral-code.ts';
import { hasOperator, saveFirstOperator } from './store.ts';

/** Somebody must be able to enter the admin area of a new installation. Answers what to print, once. */
export async function ensureFirstOperator(
  db: Database,
  configured: { email: string; password: string | undefined },
): Promise<{ email: string; password: string } | null> {
  if (await hasOperator(db)) return null;
  const password = configured.password ?? randomBytes(12).toString('base64url');
  const passwordHash = await hashPassword(password);
  const email = configured.email.toLowerCase();
  return db.transaction(async (tx) => {
    const operator = { email, name: 'Администратор', passwordHash, referralCode: newReferralCode() };
    const userId = await saveFirstOperator(tx, operator);
    if (!userId) {
      // Another process that starts beside this one was quicker.
      if (await hasOperator(tx)) return null;
      throw new ConfigError(
        'ADMIN_EMAIL belongs to somebody who is no operator, and there is none: name another address',
      );
    }
    await openPersonalOrganization(tx, userId);
    return { email, password };
  });
}
