import type { CatalogueService, CatalogueTariff } from '@kazna/contract/cabinet/services';
import { businessNow } from '../../platform/db/business-now.ts';
import type { Database } from '../../platform/db/database.ts';
import { discountOf } from '../subscriptions/charge-lines.ts';
import { dayIn } from '../subscriptions/periods.ts';
import { describeDiscount } from '../subscriptions/present.ts';
import { periodPrice } from '../subscriptions/price.ts';
import { selectMeterNames } from '../usage/meters-store.ts';
import {
  discountsFor,
  type OfferedTariff,
  selectDiscountsOf,
  selectOffered,
  selectTriedServices,
} from './catalogue-store.ts';

interface OfOrganization {
  discounts: Awaited<ReturnType<typeof selectDiscountsOf>>;
  tried: Set<string>;
  meters: Awaited<ReturnType<typeof selectMeterNames>>;
}

/** What an organization may connect today, with its own prices. */
export async function listOffered(db: Database, zone: string, organizationId: string): Promise<CatalogueService[]> {
  const today = dayIn(zone, await businessNow(db));
  const [offered, discounts, tried] = await Promise.all([
    selectOffered(db, today, { isShownOnly: true }),
    selectDiscountsOf(db, organizationId),
    selectTriedServices(db, organizationId),
  ]);
  const meters = await selectMeterNames(
    db,
    offered.map(({ version }) => version.terms),
  );
  const services = new Map<string, CatalogueService>();
  for (const row of offered) {
    const { serviceId: id, serviceName: name, unit, group, description } = row;
    const service = services.get(id) ?? { id, name, unit, group, description, tariffs: [] };
    service.tariffs.push(presentTariff(row, { discounts, tried, meters }));
    services.set(id, service);
  }
  return [...services.values()];
}

function presentTariff(
  { tariffId, tariffName, serviceId, version }: OfferedTariff,
  { discounts, tried, meters }: OfOrganization,
): CatalogueTariff {
  const { terms } = version;
  const discount = discountOf({ discounts: discountsFor(serviceId, discounts), version });
  return {
    ...terms,
    id: tariffId,
    versionId: version.id,
    name: tariffName,
    discount: discount && { priceMinor: periodPrice(terms, 1, discount), label: describeDiscount(discount) },
    meterNames: meters.filter(({ key }) => terms.meters.some(({ meter }) => meter === key)),
    hasTrial: terms.trialDays > 0 && !tried.has(serviceId),
  };
}
