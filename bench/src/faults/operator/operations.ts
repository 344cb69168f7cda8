import { randomInt, randomUUID } from 'node:crypto';
import { type BatchResult, type Kazna, KaznaError } from '@kazna/client';

/** One thing that a program of the business wants done, repeated with the same keys until its outcome is known. */
export type Operation = Sale | SetAside;

export interface Sale {
  kind: 'sale';
  key: string;
  organizationId: string;
  amountMinor: number;
  /** 0 for a sale that is not refunded. */
  refundMinor: number;
  outcome: 'unknown' | 'charged' | 'refused';
  chargeId?: string;
  chargedAt?: string;
  isRefunded: boolean;
}

export interface SetAside {
  kind: 'hold';
  key: string;
  organizationId: string;
  amountMinor: number;
  plan: 'capture' | 'release' | 'leave';
  capturedMinor: number;
  outcome: 'unknown' | 'open' | 'captured' | 'released' | 'refused';
  holdId?: string;
}

/** More than any balance here. */
const impossibleMinor = 100_000_000_000;

export function newSale(organizationId: string, mayBeRefunded = true): Sale {
  const isImpossible = randomInt(15) === 0;
  const amountMinor = isImpossible ? impossibleMinor : randomInt(100, 10_000);
  const refundMinor = mayBeRefunded && !isImpossible && randomInt(8) === 0 ? randomInt(1, amountMinor + 1) : 0;
  const key = randomUUID();
  return { kind: 'sale', key, organizationId, amountMinor, refundMinor, outcome: 'unknown', isRefunded: false };
}

export function newSetAside(organizationId: string): SetAside {
  const amountMinor = randomInt(15) === 0 ? impossibleMinor : randomInt(100, 10_000);
  const plan = (['capture', 'capture', 'release', 'leave'] as const)[randomInt(4)] ?? 'leave';
  const capturedMinor = plan === 'capture' ? randomInt(1, Math.min(amountMinor, 10_000) + 1) : 0;
  const key = randomUUID();
  return { kind: 'hold', key, organizationId, amountMinor, plan, capturedMinor, outcome: 'unknown' };
}

export function isSettled(operation: Operation): boolean {
  if (operation.outcome === 'unknown') return false;
  if (operation.kind === 'sale')
    return operation.outcome === 'refused' || operation.refundMinor === 0 || operation.isRefunded;
  return operation.outcome !== 'open' || operation.plan === 'leave';
}

/** Takes the steps that are left. Rejects where an outcome stays unknown. */
export function settle(kazna: Kazna, operation: Operation): Promise<void> {
  return operation.kind === 'sale' ? settleSale(kazna, operation) : settleHold(kazna, operation);
}

async function settleSale(kazna: Kazna, sale: Sale): Promise<void> {
  if (sale.outcome === 'unknown') {
    const charge = await orRefusal(kazna.charges.create(chargeForm(sale), { idempotencyKey: sale.key }));
    record(sale, charge?.id);
  }
  if (isSettled(sale) || !sale.chargeId) return;
  const refund = { amountMinor: sale.refundMinor, reason: 'Вернули' };
  await kazna.charges.refund(sale.chargeId, refund, { idempotencyKey: `${sale.key}-refund` });
  sale.isRefunded = true;
}

/** Charges several sales in one call. What the answer does not decide stays unknown. */
export async function settleBatch(kazna: Kazna, sales: Sale[]): Promise<void> {
  const results = await kazna.charges.batch(sales.map((sale) => ({ ...chargeForm(sale), idempotencyKey: sale.key })));
  for (const [place, sale] of sales.entries()) {
    const result = results[place] as BatchResult;
    if ('charge' in result) record(sale, result.charge.id);
    else if (result.problem.code === 'insufficient_funds') record(sale, undefined);
    else if (!['unavailable', 'outcome_unknown'].includes(result.problem.code))
      throw new Error(`a sale was refused: ${result.problem.code}`);
  }
}

async function settleHold(kazna: Kazna, hold: SetAside): Promise<void> {
  const { organizationId, amountMinor, key } = hold;
  if (hold.outcome === 'unknown') {
    const form = { organizationId, amountMinor, currency: 'RUB', description: key } as const;
    const created = await orRefusal(kazna.holds.create(form, { idempotencyKey: key }));
    hold.outcome = created ? 'open' : 'refused';
    if (created) hold.holdId = created.id;
  }
  if (isSettled(hold) || !hold.holdId) return;
  const options = { idempotencyKey: `${key}-${hold.plan}` };
  if (hold.plan === 'capture') await kazna.holds.capture(hold.holdId, { amountMinor: hold.capturedMinor }, options);
  else await kazna.holds.release(hold.holdId, options);
  hold.outcome = hold.plan === 'capture' ? 'captured' : 'released';
}

function chargeForm({ key, organizationId, amountMinor }: Sale) {
  return { organizationId, amountMinor, currency: 'RUB', description: 'Доставка', metadata: { sale: key } } as const;
}

function record(sale: Sale, chargeId: string | undefined): void {
  sale.outcome = chargeId ? 'charged' : 'refused';
  if (chargeId) Object.assign(sale, { chargeId, chargedAt: new Date().toISOString() });
}

/** Undefined where there is too little money, the only refusal that is expected. */
async function orRefusal<Answer>(call: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof KaznaError && error.code === 'insufficient_funds') return undefined;
    throw error;
  }
}
