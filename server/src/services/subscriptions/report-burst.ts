import { createHash } from 'node:crypto';
import { quoted } from '@kazna/contract/shared/quoted';
import type { PersonNotificationKind } from '../../notifications/kind.ts';
import { notifyPersons } from '../../notifications/notifications-store.ts';
import { listAdmins } from '../../people/accounts/admins-store.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { type Day, periodAt } from './periods.ts';
import type { SubscriptionRow } from './subscriptions-store.ts';

/** A subscription whose charges are behind. */
export interface Burst {
  row: SubscriptionRow;
  /** That have begun and are not charged. */
  periods: number;
}

const usualPeriods = 2;
const maxCounted = 1000;

/** Null unless more periods are charged in a row than a worker that was busy for a while would have to. */
export function burstOf(row: SubscriptionRow, today: Day): Burst | null {
  let periods = 0;
  for (let day = row.chargedTo; day <= today && periods < maxCounted; periods += 1)
    day = periodAt(row.version.terms, row.anchor, day).to;
  return periods > usualPeriods ? { row, periods } : null;
}

interface BurstDetails {
  subscriptionId: string;
  serviceName: string;
  tariffName: string;
  periods: number;
}

export const subscriptionBurst: PersonNotificationKind<BurstDetails> = {
  name: 'subscription_burst',
  describe: ({ subscriptionId, serviceName, tariffName, periods }, { publicUrl }) => ({
    headline: `Списания отстали: ${quoted(serviceName)}, периодов подряд: ${periods}`,
    paragraphs: [
      `Услуга ${quoted(serviceName)} (тариф ${quoted(tariffName)}) не списывалась вовремя, и сейчас списывается за каждый пропущенный период. Проверьте, что так и должно быть, и при необходимости верните списания.`,
    ],
    action: { label: 'Открыть подписку', url: `${publicUrl}/admin/subscriptions?subscription=${subscriptionId}` },
  }),
};

/** Notifies staff once a subscription and day: all of its periods that are behind are charged within it. */
export async function notifyOfBursts(tx: Transaction, bursts: Burst[], today: Day): Promise<void> {
  if (bursts.length === 0) return;
  const admins = await listAdmins(tx);
  const notices = bursts.flatMap(({ row, periods }) => {
    const { id: subscriptionId, serviceName, tariffName } = row;
    const sourceId = sourceOf(`${subscriptionId} ${today}`);
    return admins.map((userId) => ({
      userId,
      sourceId,
      details: { subscriptionId, serviceName, tariffName, periods },
    }));
  });
  await notifyPersons(tx, subscriptionBurst, notices);
}

/** The same text has the same one. */
function sourceOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
