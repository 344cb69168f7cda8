import { randomBytes } from 'node:crypto';
import { ConfigError } from '../../config/environment.ts';
import { openPersonalOrganization } from '../../organizations/open-personal-organization.ts';
import type { Database } from '../../platform/db/database.ts';
import { hasAdmin, saveFirstAdmin } from './admins-store.ts';
import { newReferralCode } from './create-account.ts';
import { hashPassword } from './credentials.ts';

/** Creates the admin of a new installation. Returns the credentials to print once, null when there is an admin. */
export async function ensureFirstAdmin(
  db: Database,
  configured: { email: string; password: string | undefined },
): Promise<{ email: string; password: string } | null> {
  if (await hasAdmin(db)) return null;
  const password = configured.password ?? randomBytes(12).toString('base64url');
  const passwordHash = await hashPassword(password);
  const email = configured.email.toLowerCase();
  return db.transaction(async (tx) => {
    const admin = { email, name: 'Администратор', passwordHash, referralCode: newReferralCode() };
    const userId = await saveFirstAdmin(tx, admin);
    if (!userId) {
      // Another process created the admin at the same time.
      if (await hasAdmin(tx)) return null;
      throw new ConfigError('ADMIN_EMAIL belongs to a customer, and there is no admin yet: set another address');
    }
    await openPersonalOrganization(tx, userId);
    return { email, password };
  });
}
