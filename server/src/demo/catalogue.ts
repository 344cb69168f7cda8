import type { ServiceForm } from '@kazna/contract/admin/services';
import type { TariffTerms } from '@kazna/contract/shared/tariffs';
import type { Transaction } from '../platform/db/database.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { insertService, insertTariff, insertVersion } from '../services/catalogue/catalogue-store.ts';
import type { SubscriptionRow } from '../services/subscriptions/subscriptions-store.ts';
import { backdateCatalogue } from './services-store.ts';
import type { DemoPerson } from './team.ts';

const usual: TariffTerms = {
  ...{ priceMinor: 0, currency: 'RUB', period: { unit: 'month', count: 1 }, anchor: 'calendar', setupFeeMinor: 0 },
  ...{ trialDays: 0, maxQuantity: 1, graceDays: 3, mayPause: false, refundOnStop: false, meters: [] },
};

interface DemoTariff extends Partial<TariffTerms> {
  key: string;
  name: string;
  isHidden?: boolean;
  isClosed?: boolean;
}

const services: { form: ServiceForm; tariffs: DemoTariff[] }[] = [
  {
    form: {
      ...{ name: 'Виртуальный сервер', documentName: 'Аренда виртуального сервера', unit: 'шт.', group: 'Облако' },
      description: 'Сервер в нашем облаке: **резервная копия каждый день**, защита от атак и замена за час.',
      isVisible: true,
    },
    tariffs: [
      { key: 'start', name: 'Старт', priceMinor: 990_00, mayPause: true, refundOnStop: true },
      {
        ...{ key: 'pro', name: 'Про', priceMinor: 4_900_00, anchor: 'connection', graceDays: 7 },
        ...{ setupFeeMinor: 1_000_00, mayPause: true, refundOnStop: true },
      },
      { key: 'archive', name: 'Старт 2024', priceMinor: 790_00, isClosed: true },
    ],
  },
  {
    form: {
      ...{ name: 'Облачное хранилище', documentName: 'Услуги облачного хранения', unit: 'ТБ', group: 'Облако' },
      description: 'Место для файлов и архивов. Объём меняется в любой день.',
      isVisible: true,
    },
    tariffs: [{ key: 'storage', name: 'По объёму', priceMinor: 690_00, maxQuantity: 100, refundOnStop: true }],
  },
  {
    form: {
      ...{ name: 'Домен', documentName: 'Продление доменного имени', unit: 'шт.', group: 'Домены' },
      description: null,
      isVisible: true,
    },
    tariffs: [
      { key: 'domain', name: '.ru', priceMinor: 890_00, period: { unit: 'year', count: 1 }, anchor: 'connection' },
    ],
  },
  {
    form: {
      ...{ name: 'Поддержка', documentName: 'Техническая поддержка', unit: 'мес.', group: 'Сопровождение' },
      description: 'Ответ инженера за час и помощь с настройкой.',
      isVisible: true,
    },
    tariffs: [
      { key: 'support', name: 'В рабочее время', priceMinor: 2_500_00, trialDays: 14 },
      { key: 'engineer', name: 'Выделенный инженер', priceMinor: 25_000_00, isHidden: true, graceDays: 10 },
    ],
  },
];

type Sold = Pick<
  SubscriptionRow,
  'serviceId' | 'serviceName' | 'documentName' | 'unit' | 'group' | 'tariffName' | 'isTariffVisible' | 'version'
>;

/** What a subscription has of each tariff, by its key. */
export type DemoCatalogue = Map<string, Sold>;

export async function addCatalogue(tx: Transaction, staff: DemoPerson, since: Date): Promise<DemoCatalogue> {
  const catalogue: DemoCatalogue = new Map();
  const closed: string[] = [];
  const from = since.toISOString().slice(0, 10);
  const createdBy = staff.id;
  for (const { form, tariffs } of services) {
    const serviceId = uuidv7(since.getTime());
    await insertService(tx, serviceId, form, createdBy);
    for (const { key, name, isHidden = false, isClosed = false, ...terms } of tariffs) {
      const [id, versionId] = [uuidv7(), uuidv7()];
      await insertTariff(tx, { id, serviceId, name, isVisible: !isHidden, createdBy });
      const version = { id: versionId, tariffId: id, terms: { ...usual, ...terms } };
      await insertVersion(tx, { ...version, number: 1, from, runningFrom: null, createdBy });
      const { name: serviceName, documentName, unit, group = null } = form;
      const names = { serviceId, serviceName, documentName, unit, group, tariffName: name };
      catalogue.set(key, { ...names, isTariffVisible: !isHidden, version });
      if (isClosed) closed.push(id);
    }
  }
  await backdateCatalogue(tx, since, closed);
  return catalogue;
}
