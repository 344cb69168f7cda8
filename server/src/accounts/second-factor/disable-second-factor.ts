import type { Transaction } from '../../db/database.ts';
import type { Queue } from '../../jobs/queue.ts';
import { accountNews } from '../jobs.ts';
import { switchSecondFactorOff } from './store.ts';

/** The password alone is enough from now on. */
export async function disableSecondFactor(
  tx: Transaction,
  queue: Queue,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const wasOn = await switchSecondFactorOff(tx, id);
  if (wasOn) await queue.enqueue(tx, accountNews, { kind: 'second_factor_off', userId: id, email });
}
