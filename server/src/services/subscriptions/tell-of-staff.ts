import { formatMoney, type Money } from '@kazna/contract/shared/money';
import { quoted } from '@kazna/contract/shared/quoted';
import type { NotificationKind } from '../../notifications/kind.ts';
import { balanceFact } from '../../notifications/texts.ts';
import { notifyMembers } from '../../organizations/notify-members.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { describeDay } from './describe-days.ts';
import type { Day } from './periods.ts';
import type { SubscriptionRow } from './subscriptions-store.ts';

export type Deed = 'connected' | 'changed' | 'change_planned' | 'change_canceled' | 'stopped' | 'stop_planned';

interface DoneByStaff extends Money {
  did: Deed;
  serviceName: string;
  tariffName: string;
  quantity: number;
  /** Of what is planned; null where it waits until the service goes on. */
  on: Day | null;
  reason: string;
}

/** Money is spent or a service ends without the organization's doing: its members are notified of what, and why. */
export const subscriptionByStaff: NotificationKind<DoneByStaff> = {
  name: 'subscription_by_staff',
  category: 'money',
  audience: 'accountant',
  describe: (details, context) => {
    const { amountMinor, currency, serviceName, tariffName, quantity, reason } = details;
    const sum = formatMoney({ amountMinor: Math.abs(amountMinor), currency });
    const moved = amountMinor > 0 ? 'списано' : 'возвращено';
    return {
      headline: `${headlineOf(details)}${amountMinor === 0 ? '' : `, ${moved} ${sum}`}`,
      ...(amountMinor !== 0 && { sum: [`${headlineOf(details)}, ${moved}`, sum] as const }),
      paragraphs: ['Это сделал наш сотрудник. Если вы об этом не просили, напишите нам.'],
      facts: [
        ['Причина', reason],
        ['Услуга', serviceName],
        ['Тариф', tariffName],
        ...(quantity > 1 ? ([['Количество', String(quantity)]] as const) : []),
        balanceFact(context, details),
      ],
      action: { label: 'Открыть услуги', url: `${context.publicUrl}/services/` },
    };
  },
};

function headlineOf({ did, serviceName, on }: DoneByStaff): string {
  const service = quoted(serviceName);
  const when = on ? describeDay(on) : 'при возобновлении';
  switch (did) {
    case 'connected':
      return `Услуга ${service} подключена`;
    case 'changed':
      return `Условия услуги ${service} изменены`;
    case 'change_planned':
      return `Условия услуги ${service} изменятся ${when}`;
    case 'change_canceled':
      return `Условия услуги ${service} останутся прежними`;
    case 'stopped':
      return `Услуга ${service} отключена`;
    case 'stop_planned':
      return `Услуга ${service} отключится ${when}`;
  }
}

/** Of a subscription as staff left it; what is planned is told with the terms that it will have. */
export function tellOfStaff(
  tx: Transaction,
  after: SubscriptionRow,
  { did, chargedMinor, reason }: { did: Deed; chargedMinor: number; reason: string },
): Promise<void> {
  const { organizationId, serviceName, version, pending, pendingTariffName, status } = after;
  const on = status === 'suspended' || status === 'paused' ? null : after.chargedTo;
  const terms = pending ?? after;
  const details = {
    ...{ did, serviceName, reason, on, amountMinor: chargedMinor, currency: version.terms.currency },
    ...{ tariffName: pendingTariffName ?? after.tariffName, quantity: terms.quantity },
  };
  return notifyMembers(tx, subscriptionByStaff, { organizationId, sourceId: uuidv7(), details });
}
