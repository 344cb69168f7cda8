import type { UsageStep } from '@kazna/contract/cabinet/usage';
import type { Answer } from '@kazna/contract/shared/endpoint';
import { fromMillionths } from '@kazna/contract/shared/usage-price';
import type { readUsage } from '@kazna/contract/v1/usage';
import { fieldProblem, Problem } from '../../platform/http/problem.ts';
import { daysBetween, startOfDayIn } from '../subscriptions/periods.ts';
import { selectBuckets, selectQuantity } from './hours-store.ts';
import type { UsageContext } from './send-usage.ts';

const maxDays: Record<UsageStep, number> = { hour: 31, day: 366 };

interface Asked {
  organizationId: string;
  meterKey: string;
  from: string;
  to: string;
  by: UsageStep;
}

export async function readSums(
  { db, zone, meters }: UsageContext,
  { organizationId, meterKey, from, to, by }: Asked,
): Promise<Answer<typeof readUsage>> {
  const meter = (await meters.find([meterKey])).get(meterKey);
  if (!meter) throw new Problem('not_found');
  const days = daysBetween(from, to);
  if (days < 1 || days > maxDays[by]) throw fieldProblem('to', `Between 1 and ${maxDays[by]} days after \`from\``);
  const asked = { organizationId, meter, from: startOfDayIn(zone, from), to: startOfDayIn(zone, to) };
  const [items, total] = await Promise.all([selectBuckets(db, asked, by, zone), selectQuantity(db, asked)]);
  return { items, total: fromMillionths(total), unit: meter.unit };
}
