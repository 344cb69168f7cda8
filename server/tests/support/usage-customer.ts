import { randomUUID } from 'node:crypto';
import type { TariffTerms } from '@kazna/contract/shared/tariffs';
import type { MeterTerms } from '@kazna/contract/shared/usage-price';
import { jobActors } from '../../src/audit/actions-store.ts';
import { readAvailable } from '../../src/money/ledger/resume-watch-store.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { selectLines } from '../../src/services/subscriptions/lines-store.ts';
import * as operations from '../../src/services/subscriptions/operations.ts';
import { findSubscription } from '../../src/services/subscriptions/subscriptions-store.ts';
import { fundedOrganization } from './charges.ts';
import { plantTariff, runUntilDone, setClock } from './services.ts';
import { plantMeter, usageContext, use } from './usage.ts';

/** One organization with a tariff by the calendar month without a fixed fee, in a zone. */
export class UsageCustomer {
  readonly db: Database;
  readonly organizationId: string;
  readonly meter: string;
  readonly tariff: { id: string; serviceId: string };
  readonly zone: string;
  id = '';

  private constructor(of: Pick<UsageCustomer, 'db' | 'organizationId' | 'meter' | 'tariff' | 'zone'>) {
    this.db = of.db;
    this.organizationId = of.organizationId;
    this.meter = of.meter;
    this.tariff = of.tariff;
    this.zone = of.zone;
  }

  static async begin(
    db: Database,
    at: string,
    {
      terms = {},
      meterTerms = {},
      fundsMinor = 1_000_000,
      zone = 'Europe/Moscow',
    }: { terms?: Partial<TariffTerms>; meterTerms?: Partial<MeterTerms>; fundsMinor?: number; zone?: string } = {},
  ): Promise<UsageCustomer> {
    await setClock(db, at);
    const meter = await plantMeter(db);
    const price = { meter, price: { model: 'unit' as const, unitMinor: 10 }, includedQuantity: 0, minimumMinor: 0 };
    const tariff = await plantTariff(db, {
      ...{ priceMinor: 0, anchor: 'calendar', meters: [{ ...price, ...meterTerms }] },
      ...terms,
    });
    const customer = new UsageCustomer({
      db,
      organizationId: await fundedOrganization({ db }, fundsMinor),
      meter,
      tariff,
      zone,
    });
    await customer.connect();
    return customer;
  }

  /** The last one that was connected is the one that the customer is asked about. */
  async connect(tariffId = this.tariff.id, mostMinor?: number): Promise<void> {
    const { db, zone, organizationId } = this;
    const who = { organizationId, actorId: jobActors.subscriptions, mayConnectHidden: true, key: randomUUID() };
    this.id = (await operations.subscribe({ db, zone }, { ...who, form: { tariffId }, mostMinor }, async () => {})).id;
  }

  get context() {
    return { db: this.db, zone: this.zone, onBurst: () => {} };
  }

  async pass(at: string): Promise<void> {
    await setClock(this.db, at);
    await runUntilDone(this.context);
  }

  use(occurredAt: string, quantity: number | string = 1): Promise<string[]> {
    const { db, organizationId, meter, zone } = this;
    return use(usageContext(db, zone), { organizationId, meter, occurredAt, quantity });
  }

  async lines() {
    const lines = (await selectLines(this.db, this.id, 100)).reverse().filter(({ kind }) => kind.startsWith('usage'));
    return lines.map(({ kind, from, to, amountMinor }) => [kind, from, to, amountMinor]);
  }

  balance() {
    return readAvailable(this.db, this.organizationId, 'RUB');
  }

  async status() {
    return (await findSubscription(this.db, this.id))?.status;
  }
}
