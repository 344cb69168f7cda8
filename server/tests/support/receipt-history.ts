import { randomUUID } from 'node:crypto';
import { createCharge } from '../../src/money/charges/create-charge.ts';
import { captureHold, createHold, releaseHold } from '../../src/money/charges/holds/holds.ts';
import { refundCharge } from '../../src/money/charges/refund-charge.ts';
import { CreditLimitUsed, setCreditLimit } from '../../src/money/ledger/balance-settings-store.ts';
import { postTransfer } from '../../src/money/ledger/post-transfer.ts';
import type { Posting } from '../../src/money/ledger/posting.ts';
import { InsufficientFunds } from '../../src/money/ledger/rules.ts';
import { applyProviderPayment } from '../../src/payments/apply-provider-payment.ts';
import { providersOf } from '../../src/payments/providers/provider.ts';
import { refundPayment } from '../../src/payments/refunds/refund-payment.ts';
import { settleRefund } from '../../src/payments/refunds/settle-refund.ts';
import { insertPayment } from '../../src/payments/store.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { uuidv7 } from '../../src/platform/db/uuid.ts';
import { Problem } from '../../src/platform/http/problem.ts';
import type { Queue } from '../../src/platform/jobs/queue.ts';
import { createFakeProvider } from './fake-provider.ts';

export interface MoneyOperation {
  do:
    | ('top up' | 'charge' | 'credit' | 'correct' | 'bonus' | 'bank' | 'hold' | 'end hold')
    | ('refund charge' | 'refund' | 'settle refund');
  amountMinor: number;
  isOk: boolean;
  which?: number;
}

const idleQueue = { enqueue: async () => {} } as unknown as Queue;
const referralRules = { percent: 0, capMinor: 0, delayDays: 0 };
const call = () => ({ actorId: uuidv7(), key: randomUUID() });

/** One organization whose money comes and goes in every way. */
export class ReceiptHistory {
  readonly organizationId = uuidv7();
  readonly payments: string[] = [];
  readonly charges: string[] = [];
  readonly refunds: string[] = [];
  readonly holds: string[] = [];

  private readonly db: Database;
  private readonly payerId: string;
  constructor(db: Database, payerId: string) {
    this.db = db;
    this.payerId = payerId;
  }

  async open(): Promise<void> {
    const name = 'insert into organizations (id, kind, name) values ($1, $2, $3)';
    await this.db.queryText(name, [this.organizationId, 'person', 'Иван']);
  }

  /** Without receipts: the payment is from before they were switched on. */
  async topUp(amount: number, provider: string, hasReceipts = true): Promise<void> {
    const { organizationId } = this;
    const paymentId = uuidv7();
    const terms = { amountMinor: amount, currency: 'RUB', method: 'card', description: null } as const;
    await this.db.transaction((tx) =>
      insertPayment(tx, {
        ...{
          id: paymentId,
          organizationId,
          createdBy: this.payerId,
          provider,
          lifetimeSeconds: 3600,
          pollAfterSeconds: 15,
        },
        ...terms,
      }),
    );
    const report = { providerId: `of ${paymentId}`, paymentId, status: 'succeeded', reason: null } as const;
    const paid = { ...report, ...terms, confirmationUrl: null, card: null, savedMethod: null };
    const context = { db: this.db, queue: idleQueue, referralRules, hasReceipts };
    await applyProviderPayment(context, paymentId, paid, 'notification');
    this.payments.push(paymentId);
  }

  async apply({ do: what, amountMinor: amount, isOk: yes, which: index = 0 }: MoneyOperation): Promise<void> {
    const { db, organizationId } = this;
    const pick = (list: string[]) => list[index % Math.max(list.length, 1)];
    const money = { organizationId, amountMinor: amount, currency: 'RUB', description: 'Услуга' } as const;
    const own = { organizationId };
    if (what === 'top up') return this.topUp(amount, yes ? 'yookassa' : 'tbank');
    if (what === 'charge') {
      const charge = await createCharge(db, call(), money);
      this.charges.push(charge.id);
    } else if (what === 'credit') {
      await db.transaction((tx) => setCreditLimit(tx, { organizationId, currency: 'RUB' }, amount));
    } else if (what === 'correct') {
      const system = 'corrections' as const;
      const sides = yes ? { from: system, to: own } : { from: own, to: system };
      await post(db, { kind: 'adjustment', ...sides, amountMinor: amount });
    } else if (what === 'bonus') {
      await post(db, { kind: 'bonus', from: 'bonuses', to: own, amountMinor: amount });
    } else if (what === 'bank') {
      await post(db, { kind: 'bank_receipt', from: 'bank', to: own, amountMinor: amount });
    } else if (what === 'hold') {
      this.holds.push((await db.transaction((tx) => createHold(tx, call(), money))).id);
    } else if (what === 'end hold') {
      const hold = pick(this.holds);
      if (!hold) return;
      await db.transaction((tx) => (yes ? captureHold(tx, call(), hold, {}) : releaseHold(tx, call(), hold)));
    } else if (what === 'refund charge') {
      const charge = pick(this.charges);
      const form = { reason: 'Сбой', ...(yes && { amountMinor: amount }) };
      if (charge) await db.transaction((tx) => refundCharge(tx, call(), charge, form));
    } else if (what === 'refund') {
      const paymentId = pick(this.payments);
      const request = { organizationId, userId: this.payerId, amountMinor: amount, reason: 'Передумали' };
      if (!paymentId) return;
      const work = (tx: Parameters<typeof refundPayment>[0]) =>
        refundPayment(tx, idleQueue, { ...request, paymentId, source: 'user' });
      this.refunds.push((await db.transaction(work)).id);
    } else if (what === 'settle refund') {
      const refund = pick(this.refunds);
      const answer = async () =>
        ({ providerId: `of ${refund}`, status: yes ? 'succeeded' : 'canceled', reason: null }) as const;
      const saying = (name: string) => ({
        ...{ ...createFakeProvider(name).provider, createRefund: answer, getRefund: answer },
      });
      const providers = providersOf(saying('yookassa'), saying('tbank'));
      const context = { db, providers, receiptEmail: 'shop@example.ru' };
      if (refund) await settleRefund(context, refund, 'poll');
    }
  }

  /** Money of the receipts' kind that is left by what receipts say. */
  async leftByReceipts(): Promise<number> {
    const { rows } = await this.db.queryText(
      `select coalesce(sum(case kind when 'advance' then amount_minor when 'settlement' then -amount_minor
         when 'settlement_return' then amount_minor else settled_minor - amount_minor end), 0)::int as left
       from receipts where organization_id = $1 and status <> 'canceled'`,
      [this.organizationId],
    );
    return rows[0]?.left as number;
  }

  /** By the whole history of the ledger: what lies in the pot, and what is set aside of it. */
  async leftByLedger(): Promise<number> {
    const { rows } = await this.db.queryText(
      `select (coalesce((select sum(card_minor) from ledger_accounts where organization_id = $1 and kind = 'organization'), 0)
         - coalesce(sum(coalesce(card_minor, 0) + coalesce(repaid_card_minor, 0))
             filter (where kind in ('hold', 'hold_release')), 0))::int as left
       from ledger_entries where organization_id = $1`,
      [this.organizationId],
    );
    return rows[0]?.left as number;
  }
}

function post(db: Database, posting: Pick<Posting, 'kind' | 'from' | 'to' | 'amountMinor'>): Promise<unknown> {
  return db.transaction((tx) => postTransfer(tx, { key: randomUUID(), currency: 'RUB', ...posting }));
}

/** A history goes on where an operation is refused. */
export async function ignoringRefusals(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    const isRefusal = [Problem, InsufficientFunds, CreditLimitUsed].some((kind) => error instanceof kind);
    if (!isRefusal) throw error;
  }
}
