import type { creditLimitForm } from '@kazna/contract/admin/balance';
import { toDecimal } from '@kazna/contract/shared/money';
import type { z } from 'zod/mini';
import { type Actor, recordAction } from '../../audit/record-action.ts';
import { CreditLimitUsed, setCreditLimit } from '../../money/ledger/set-credit-limit.ts';
import { lockOpenOrganizationShared } from '../../organizations/reads.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { findAnyOrganization } from './store.ts';

/** A limit that stays the same leaves no entry in the log. */
export async function changeCreditLimit(
  tx: Transaction,
  actor: Actor,
  organizationId: string,
  { currency, limitMinor, reason }: z.output<typeof creditLimitForm>,
): Promise<void> {
  if (!(await findAnyOrganization(tx, organizationId))) throw new Problem('not_found');
  if (!(await lockOpenOrganizationShared(tx, organizationId))) throw new Problem('organization_closed');
  try {
    const before = await setCreditLimit(tx, { organizationId, currency }, limitMinor);
    if (before === limitMinor) return;
    const [from, to] = [before, limitMinor].map((amountMinor) => toDecimal({ amountMinor, currency }));
    const details = { from: from as string, to: to as string, currency, reason };
    await recordAction(tx, actor, { organizationId, action: 'credit_limit.changed', details });
  } catch (error) {
    if (error instanceof CreditLimitUsed) throw new Problem('credit_limit_used');
    throw error;
  }
}
