import { noticeLow } from '../../money/ledger/balance-settings-store.ts';
import { askForTopUps } from '../../payments/auto-top-up/needs-store.ts';
import type { Database } from '../../platform/db/database.ts';
import { byPages, eachInTurn } from '../../platform/each-in-turn.ts';
import { selectMetered } from '../subscriptions/lists-store.ts';
import { readUnbilled } from './accrued.ts';
import { selectUsing } from './charging-store.ts';

/**
 * The ledger says that a balance is low when money moves; usage is charged at the end of a period. So balances of those who
 * have just used something are looked at as if it were charged already, and automatic top-up looks at the low ones.
 */
export async function warnOfUsage(db: Database, zone: string): Promise<void> {
  await eachInTurn(
    byPages((after, limit) => selectUsing(db, after, limit)),
    async ({ id: organizationId }) => {
      const rows = await selectMetered(db, organizationId);
      for (const currency of new Set(rows.map(({ version }) => version.terms.currency)))
        await db.transaction(async (tx) => {
          const readUsed = () => readUnbilled(tx, zone, { organizationId, currency });
          if (await noticeLow(tx, { organizationId, currency, readUsed })) await askForTopUps(tx, [organizationId]);
        });
    },
  );
}
