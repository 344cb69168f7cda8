import { uuidv7 } from '../platform/db/uuid.ts';
import { type DemoDay, hourMs, minuteMs } from './calendar.ts';
import { credits, services } from './names.ts';
import type { Random } from './random.ts';

export interface DemoCorrection {
  id: string;
  amountMinor: number;
  reason: string;
  createdAt: Date;
}

export function monthlyCorrections(random: Random, dailySpendMinor: number, day: DemoDay): DemoCorrection[] {
  const correct = (share: number, reason: string): DemoCorrection[] => {
    const createdAt = new Date(day.startMs + 19.2 * hourMs + random.between(0, 80) * minuteMs);
    const amountMinor = Math.round((dailySpendMinor * share) / 10_00) * 10_00;
    return amountMinor === 0 ? [] : [{ id: uuidv7(createdAt.getTime()), amountMinor, reason, createdAt }];
  };
  if (day.dayOfMonth === 2) return correct(-2.4, `Абонентская плата за ${day.monthName}`);
  if (day.dayOfMonth === 12) return correct(-0.5 - random.next() * 1.5, random.pick(services));
  if (day.dayOfMonth === 21 && random.next() < 0.2) return correct(-0.4 - random.next(), random.pick(services));
  if (day.dayOfMonth === 26 && random.next() < 0.25) return correct(0.3 + random.next() * 0.6, random.pick(credits));
  return [];
}
