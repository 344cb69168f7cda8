import type { Discount, DiscountForm } from '@kazna/contract/admin/subscriptions';
import { type Currency, toDecimal } from '@kazna/contract/shared/money';
import { type Actor, recordAction } from '../../audit/actions-store.ts';
import { lockOpenOrganizationShared } from '../../organizations/reads.ts';
import { announce } from '../../platform/db/announce.ts';
import { businessNow } from '../../platform/db/business-now.ts';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { Problem } from '../../platform/http/problem.ts';
import { selectRunning } from '../subscriptions/due-store.ts';
import { dayIn } from '../subscriptions/periods.ts';
import { watchWaiting } from '../subscriptions/wait-for-money.ts';
import {
  countDiscounts,
  findDiscounted,
  insertDiscount,
  isOrganization,
  lockDiscounts,
  lockTariffShared,
  markDiscountEnded,
  selectDiscounts,
} from './discounts-store.ts';

/** The text of the problem names the number. */
export const maxDiscounts = 50;

export async function listDiscounts(db: Queries, organizationId: string): Promise<Discount[]> {
  if (!(await isOrganization(db, organizationId))) throw new Problem('not_found');
  return selectDiscounts(db, organizationId);
}

type Nullable = { [Name in 'percent' | 'amountMinor' | 'periods']?: number | null | undefined };

/** An amount is in the tariff's currency; for every tariff it is in roubles. */
export async function createDiscount(
  tx: Transaction,
  { actor, zone, organizationId }: { actor: Actor; zone: string; organizationId: string },
  { tariffId, reason, ...form }: DiscountForm,
): Promise<string> {
  if (!(await isOrganization(tx, organizationId))) throw new Problem('not_found');
  if (!(await lockOpenOrganizationShared(tx, organizationId))) throw new Problem('organization_closed');
  // A step that is being taken without the discount would say anew what a waiting subscription needs.
  await selectRunning(tx, organizationId);
  await lockDiscounts(tx, organizationId);
  if ((await countDiscounts(tx, organizationId)) >= maxDiscounts) throw new Problem('too_many_discounts');
  const today = dayIn(zone, await businessNow(tx));
  const tariff = tariffId ? await lockTariffShared(tx, tariffId, today) : null;
  if (tariffId && !tariff) throw new Problem('not_found');
  const { percent = null, amountMinor = null, periods = null }: Nullable = form;
  const currency = amountMinor === null ? null : (tariff?.currency ?? 'RUB');
  const id = uuidv7();
  const size = { percent, amountMinor, currency };
  const applies = { organizationId, tariffId: tariffId ?? null, periods, reason };
  await insertDiscount(tx, { id, ...size, ...applies, createdBy: actor.id });
  await watchWaiting(tx, [organizationId], today);
  const details = { ...describe({ ...size, tariff: tariff?.name ?? null }), reason };
  const forPeriods = periods !== null && { periods: String(periods) };
  await recordAction(tx, actor, { organizationId, action: 'discount.given', details: { ...details, ...forPeriods } });
  announce(tx, { organizationId }, 'subscriptions');
  return id;
}

/** An older one that is larger may take its place, so that a waiting subscription goes on. */
export async function endDiscount(
  tx: Transaction,
  { actor, zone }: { actor: Actor; zone: string },
  id: string,
): Promise<void> {
  const organizationId = await findDiscounted(tx, id);
  if (!organizationId) throw new Problem('not_found');
  await selectRunning(tx, organizationId);
  const ended = await markDiscountEnded(tx, id);
  if (!ended) throw new Problem('not_found');
  await watchWaiting(tx, [organizationId], dayIn(zone, await businessNow(tx)));
  await recordAction(tx, actor, { organizationId, action: 'discount.ended', details: describe(ended) });
  announce(tx, { organizationId }, 'subscriptions');
}

interface Described {
  percent: number | null;
  amountMinor: number | null;
  currency: Currency | null;
  tariff: string | null;
}

function describe({ percent, amountMinor, currency, tariff }: Described): Record<string, string> {
  const size: Record<string, string> =
    amountMinor !== null && currency
      ? { amount: toDecimal({ amountMinor, currency }), currency }
      : { percent: String(percent) };
  return { ...size, ...(tariff && { tariff }) };
}
