import type { Database } from '../../src/platform/db/database.ts';

/** Closes an organization whatever it has, which the database refuses to anybody who does not switch its triggers off. */
export async function closeWithMoney(db: Database, organizationId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.queryText('set local session_replication_role = replica');
    await tx.queryText("update organizations set status = 'closed', closed_at = now() where id = $1", [organizationId]);
  });
}
