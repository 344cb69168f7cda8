import { announce } from '../../platform/db/announce.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { lockMethod, setDefault } from './store.ts';

export async function chooseDefaultCard(tx: Transaction, organizationId: string, methodId: string): Promise<void> {
  const method = await lockMethod(tx, methodId);
  if (method?.status !== 'active' || method.organizationId !== organizationId) throw new Problem('not_found');
  await setDefault(tx, organizationId, methodId);
  announce(tx, { organizationId }, 'payments');
}
