import type { Currency } from '@kazna/contract/shared/money';
import { notifyMembers } from '../../organizations/notify-members.ts';
import { announce } from '../../platform/db/announce.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { recordEvent } from '../../platform/outbox/record-event.ts';
import { autoTopUpFailed, autoTopUpPaused, autoTopUpSucceeded } from './notifications.ts';

export interface AttemptReport {
  organizationId: string;
  currency: Currency;
  paymentMethodId: string | null;
  /** Null where nothing was charged: the card is gone, or the cap is reached. */
  paymentId: string | null;
  amountMinor: number | null;
  /** «Мир ·· 4477»; null where there is none any more. */
  card: string | null;
  reason: string | null;
  nextAttemptAt: string | null;
}

type Outcome = 'succeeded' | 'failed' | 'paused';

const kinds = { succeeded: autoTopUpSucceeded, failed: autoTopUpFailed, paused: autoTopUpPaused };

/** Tells programs of each outcome, and those who answer for the money of the last one: a letter says both what failed and that the rule is paused. */
export async function reportAttempt(tx: Transaction, outcomes: Outcome[], report: AttemptReport): Promise<void> {
  const { organizationId, card: _, ...data } = report;
  announce(tx, { organizationId }, 'payments');
  for (const outcome of outcomes)
    recordEvent(tx, { type: `auto_top_up.${outcome}`, organizationId, data: { ...data, organizationId } });
  const { amountMinor, currency, paymentId, card, reason, nextAttemptAt } = report;
  const details = { amountMinor, currency, paymentId, card, reason, nextAttemptAt };
  const kind = kinds[outcomes.at(-1) as Outcome];
  await notifyMembers(tx, kind, { organizationId, sourceId: uuidv7(), details });
}
