import type { AdminTariff, VersionForm } from '@kazna/contract/admin/services';
import { toDecimal } from '@kazna/contract/shared/money';
import { priceNoticeDays, type TariffTerms } from '@kazna/contract/shared/tariffs';
import { type Actor, recordAction } from '../../audit/actions-store.ts';
import { businessNow } from '../../platform/db/business-now.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { Problem } from '../../platform/http/problem.ts';
import { addDays, type Day, dayIn, haveSamePeriods } from '../subscriptions/periods.ts';
import { selectUnknownKeys } from '../usage/meters-store.ts';
import { insertVersion, lockTariff } from './catalogue-store.ts';

export async function requireMeters(tx: Transaction, { meters }: TariffTerms): Promise<void> {
  const keys = meters.map(({ meter }) => meter);
  if (keys.length > 0 && (await selectUnknownKeys(tx, keys)).length > 0) throw new Problem('meter_unknown');
}

/** Versions that are added at once get consecutive numbers: the tariff is locked. */
export async function createVersion(
  tx: Transaction,
  { actor, zone, tariffId }: { actor: Actor; zone: string; tariffId: string },
  { version: terms, from, runningFrom = null }: VersionForm,
): Promise<string> {
  const tariff = await lockTariff(tx, tariffId);
  if (!tariff) throw new Problem('not_found');
  const today = dayIn(zone, await businessNow(tx));
  requireDates(tariff, { from, runningFrom }, today);
  if (runningFrom) requireComparable(tariff, terms, today);
  await requireMeters(tx, terms);
  const id = uuidv7();
  const number = (tariff.versions[0]?.number ?? 0) + 1;
  await insertVersion(tx, { id, tariffId, number, terms, from, runningFrom, createdBy: actor.id });
  const dates = { from, ...(runningFrom && { runningFrom }) };
  const details = { tariff: tariff.name, version: String(number), ...describeTerms(terms), ...dates };
  await recordAction(tx, actor, { action: 'tariff.version_added', details });
  return id;
}

function requireDates(
  { versions }: AdminTariff,
  { from, runningFrom }: { from: Day; runningFrom: Day | null },
  today: Day,
): void {
  const isEarly = from < today || versions.some((version) => from < version.from);
  const isRunningEarly = runningFrom && (runningFrom < from || runningFrom < addDays(today, priceNoticeDays));
  if (isEarly || isRunningEarly) throw new Problem('version_dates_wrong');
}

/** Running subscriptions go on with it, also those that a version still in force will get until then. */
function requireComparable({ versions }: AdminTariff, terms: TariffTerms, today: Day): void {
  const inForce = versions.find(({ from }) => from <= today)?.number ?? 0;
  const reached = versions.filter(({ number, subscriptions }) => subscriptions > 0 || number >= inForce);
  const areSame = reached.every((other) => other.currency === terms.currency && haveSamePeriods(other, terms));
  if (!areSame) throw new Problem('version_not_comparable');
}

/** For the log of what staff do. */
export function describeTerms({ priceMinor, currency, period }: TariffTerms): Record<string, string> {
  const price = toDecimal({ amountMinor: priceMinor, currency });
  return { price, currency, period: `${period.count} ${period.unit}` };
}
