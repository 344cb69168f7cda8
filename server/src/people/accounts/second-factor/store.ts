import type { Queries } from '../../../platform/db/database.ts';
import { sql } from '../../../platform/db/sql.ts';

/** Returns false when the second factor is on already. */
export async function saveTotpSecret(db: Queries, userId: string, secret: string): Promise<boolean> {
  const rows = await db.query(sql`
    update users set totp_secret = ${secret}, totp_last_step = 0
    where id = ${userId} and totp_confirmed_at is null returning id`);
  return rows.length > 0;
}

/** Encrypted secrets contain a dot, base32 does not. */
export function selectPlainSecrets(db: Queries): Promise<{ userId: string; secret: string }[]> {
  return db.query(sql`
    select id as "userId", totp_secret as secret from users where totp_secret not like '%.%' order by id limit 500`);
}

export async function replaceSecret(
  db: Queries,
  { userId, from, to }: { userId: string; from: string; to: string },
): Promise<void> {
  await db.query(sql`update users set totp_secret = ${to} where id = ${userId} and totp_secret = ${from}`);
}

export interface SecondFactor {
  secret: string | null;
  isConfirmed: boolean;
}

export async function lockSecondFactor(db: Queries, userId: string): Promise<SecondFactor> {
  const [row] = await db.query<SecondFactor>(sql`
    select totp_secret as secret, totp_confirmed_at is not null as "isConfirmed"
    from users where id = ${userId} for no key update`);
  return row ?? { secret: null, isConfirmed: false };
}

export async function switchSecondFactorOn(db: Queries, userId: string, recoveryHashes: Buffer[]): Promise<void> {
  await db.query(sql`update users set totp_confirmed_at = now() where id = ${userId}`);
  await db.query(sql`
    insert into recovery_codes (user_id, hash) select ${userId}, unnest(${recoveryHashes}::bytea[])`);
}

/** Returns false when it was off already. */
export async function switchSecondFactorOff(db: Queries, userId: string): Promise<boolean> {
  const { isConfirmed } = await lockSecondFactor(db, userId);
  await db.query(sql`update users set totp_secret = null, totp_confirmed_at = null where id = ${userId}`);
  await db.query(sql`delete from recovery_codes where user_id = ${userId}`);
  return isConfirmed;
}

/** Five minutes: more than clock skew between processes plus the accepted early step. */
const stepsAhead = 10;

/**
 * Atomic: of concurrent uses exactly one returns true, and earlier steps are refused. A last step far ahead was stored
 * while the clock was ahead; without the exception codes would be refused until then.
 */
export async function spendTotpStep(db: Queries, userId: string, step: number): Promise<boolean> {
  const rows = await db.query(sql`
    update users set totp_last_step = ${step} where id = ${userId}
      and (totp_last_step < ${step}::bigint or totp_last_step > ${step}::bigint + ${stepsAhead}) returning id`);
  return rows.length > 0;
}

/** Atomic: of concurrent uses exactly one returns true. */
export async function spendRecoveryCode(db: Queries, userId: string, hash: Buffer): Promise<boolean> {
  const rows = await db.query(sql`
    update recovery_codes set used_at = now()
    where user_id = ${userId} and hash = ${hash} and used_at is null returning user_id`);
  return rows.length > 0;
}
