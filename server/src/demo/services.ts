import { uuidv7 } from '../platform/db/uuid.ts';
import { type DemoDay, hourMs, minuteMs } from './calendar.ts';
import { credits, meteredServices, oneOffServices } from './names.ts';
import type { Random } from './random.ts';

export interface DemoCorrection {
  id: string;
  amountMinor: number;
  reason: string;
  createdAt: Date;
}

/** What staff post by hand: subscriptions, services by the piece, one-off work and credits. */
export function dayCorrections(random: Random, dailySpendMinor: number, day: DemoDay): DemoCorrection[] {
  const post = (amountMinor: number, reason: string): DemoCorrection[] => {
    const createdAt = new Date(day.startMs + 19.2 * hourMs + random.between(0, 80) * minuteMs);
    return amountMinor === 0 ? [] : [{ id: uuidv7(createdAt.getTime()), amountMinor, reason, createdAt }];
  };
  const share = (part: number) => Math.round((dailySpendMinor * part) / 10_00) * 10_00;
  if (day.dayOfMonth === 2) return post(-share(2.4), `Абонентская плата за ${day.monthName}`);
  if (day.dayOfMonth === 5) return post(-share(0.3), 'Хранение документов, 50 ГБ');
  if (day.dayOfMonth === 12) return post(-share(0.5 + random.next() * 1.5), random.pick(oneOffServices));
  if (day.dayOfMonth === 26 && random.next() < 0.25)
    return post(share(0.3 + random.next() * 0.6), random.pick(credits));
  if (!day.isBillingDay) return [];
  const { name, unit, priceMinor } = random.pick(meteredServices);
  const count = Math.round((dailySpendMinor * day.season * (0.3 + random.next() * 0.7)) / priceMinor);
  return post(-count * priceMinor, `${name}, ${count}\u00a0${unit}`);
}
