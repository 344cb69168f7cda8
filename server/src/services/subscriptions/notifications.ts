import { formatMoney, type Money } from '@kazna/contract/shared/money';
import { quoted } from '@kazna/contract/shared/quoted';
import type { NotificationKind } from '../../notifications/kind.ts';
import { balanceFact, type TextContext } from '../../notifications/texts.ts';
import type { Fact } from '../../platform/mail/letter.ts';
import { describeDay } from './describe-days.ts';

interface OfSubscription extends Money {
  serviceName: string;
  tariffName: string;
  on: string;
  /** The last day that the service works without it. */
  graceTo: string;
}

const topUp = ({ publicUrl }: TextContext) => ({ label: 'Пополнить', url: `${publicUrl}/payments/create` });
const openServices = ({ publicUrl }: TextContext) => ({ label: 'Открыть услуги', url: `${publicUrl}/services/` });
const serviceFacts = ({ serviceName, tariffName }: { serviceName: string; tariffName: string }): Fact[] => [
  ['Услуга', serviceName],
  ['Тариф', tariffName],
];
const titleOf = ({ serviceName, tariffName }: { serviceName: string; tariffName: string }) =>
  `${quoted(serviceName)} (тариф ${quoted(tariffName)})`;

/** Why the next charge is not what the last one was. */
interface DearerCharge extends OfSubscription {
  reason: 'trial' | 'discount';
  /** What the period before cost. */
  beforeMinor: number;
  /** What of it is charged for connecting. */
  setupMinor: number;
}

/** The first charge after a trial, or after the last period of a discount. */
export const chargeRises: NotificationKind<DearerCharge> = {
  name: 'subscription_charge_rises',
  category: 'money',
  audience: 'accountant',
  describe: (details, context) => {
    const { reason, on, amountMinor, beforeMinor, setupMinor, currency } = details;
    const [sum, before, setup] = [amountMinor, beforeMinor, setupMinor].map((minor) =>
      formatMoney({ amountMinor: minor, currency }),
    );
    const isTrial = reason === 'trial';
    const end = isTrial
      ? `Пробный период услуги ${quoted(details.serviceName)} заканчивается`
      : `Скидка на услугу ${quoted(details.serviceName)} закончилась`;
    return {
      headline: `${end}, ${describeDay(on)} спишется ${sum}`,
      sum: [
        `${isTrial ? 'Пробный период заканчивается' : 'Скидка закончилась'}, ${describeDay(on)} спишется`,
        sum ?? '',
      ],
      paragraphs: isTrial ? ['Если услуга не нужна, отключите её до этого дня.'] : [],
      facts: [
        ...(isTrial ? [] : ([['Со скидкой период стоил', before ?? '']] as const)),
        ...(setupMinor > 0 ? ([['Из них за подключение', setup ?? '']] as const) : []),
        ...serviceFacts(details),
        balanceFact(context, details),
      ],
      action: openServices(context),
    };
  },
};

interface ExpectedCharge extends OfSubscription {
  /** Of this subscription; the amount is what all of them charge until the day. */
  ownMinor?: number;
  hasAutoTopUp?: boolean;
  /** Absent where it costs as much as before. */
  reason?: DearerCharge['reason'] | null;
}

export const chargeExpected: NotificationKind<ExpectedCharge> = {
  name: 'subscription_charge_expected',
  category: 'balance',
  audience: 'accountant',
  describe: (details, context) => {
    const sum = formatMoney(details);
    const { amountMinor, ownMinor = amountMinor } = details;
    const isAlone = ownMinor === amountMinor;
    return {
      headline: `${describeDay(details.on)} спишется ${sum}, а на балансе меньше`,
      sum: [`Спишется ${isAlone ? '' : 'до '}${describeDay(details.on)}`, sum],
      paragraphs: [
        `${reasonText(details)}${
          details.hasAutoTopUp
            ? 'Автопополнение постарается пополнить баланс само.'
            : 'Пополните баланс заранее, чтобы услуга не остановилась.'
        }`,
      ],
      facts: [
        ...serviceFacts(details),
        ...(isAlone ? [] : ([['Из них за неё', formatMoney({ ...details, amountMinor: ownMinor })]] as const)),
        balanceFact(context, details),
      ],
      action: topUp(context),
    };
  },
};

function reasonText({ reason }: ExpectedCharge): string {
  if (!reason) return '';
  return reason === 'trial' ? 'Пробный период заканчивается. ' : 'Скидка закончилась. ';
}

export const subscriptionPastDue: NotificationKind<OfSubscription> = {
  name: 'subscription_past_due',
  category: 'balance',
  audience: 'accountant',
  describe: (details, context) => {
    const until = describeDay(details.graceTo);
    return {
      headline: `Не хватило денег на услугу ${quoted(details.serviceName)}`,
      sum: ['Не хватило денег на услугу, нужно', formatMoney(details)],
      paragraphs: [`Услуга работает до ${until} включительно. Пополните баланс до этого дня, и деньги спишутся сами.`],
      facts: [...serviceFacts(details), balanceFact(context, details)],
      action: topUp(context),
    };
  },
};

export const subscriptionSuspended: NotificationKind<OfSubscription> = {
  name: 'subscription_suspended',
  category: 'balance',
  audience: 'accountant',
  describe: (details, context) => ({
    headline: `Услуга ${quoted(details.serviceName)} приостановлена: на балансе нужно ${formatMoney(details)}`,
    sum: ['Услуга приостановлена, на балансе нужно', formatMoney(details)],
    paragraphs: ['За дни приостановки деньги не списываются. Пополните баланс, и услуга возобновится сама.'],
    facts: [...serviceFacts(details), balanceFact(context, details)],
    action: topUp(context),
  }),
};

export const subscriptionResumed: NotificationKind<OfSubscription> = {
  name: 'subscription_resumed',
  category: 'balance',
  audience: 'accountant',
  describe: (details, context) => ({
    headline: `Услуга ${quoted(details.serviceName)} снова работает${details.amountMinor > 0 ? `, списано ${formatMoney(details)}` : ''}`,
    ...(details.amountMinor > 0 && { sum: ['Услуга снова работает, списано', formatMoney(details)] as const }),
    paragraphs: [],
    facts: [...serviceFacts(details), balanceFact(context, details)],
    action: openServices(context),
  }),
};

interface AnnouncedPrice extends OfSubscription {
  oldMinor: number;
  /** The old price is with a discount, and the new one without it. */
  isDiscountOver?: boolean;
  /** What the period will cost once the discount of the new price is over; absent where it is for good, or there is none. */
  fullMinor?: number | null;
}

export const priceAnnounced: NotificationKind<AnnouncedPrice> = {
  name: 'subscription_price_announced',
  category: 'money',
  audience: 'accountant',
  describe: (details, context) => {
    const [before, after] = [details.oldMinor, details.amountMinor].map((amountMinor) =>
      formatMoney({ amountMinor, currency: details.currency }),
    );
    const full = details.fullMinor ? formatMoney({ amountMinor: details.fullMinor, currency: details.currency }) : null;
    return {
      headline: `С ${describeDay(details.on)} меняется цена услуги ${quoted(details.serviceName)}`,
      sum: ['Новая цена за период', after ?? ''],
      paragraphs: [
        `Она действует с первого периода, который начнётся ${describeDay(details.on)} или позже${details.isDiscountOver ? ', когда закончится и скидка' : ''}. До тех пор услугу можно остановить или сменить тариф.`,
      ],
      facts: [
        ['Цена сейчас', before ?? ''],
        ...(full ? ([['Без скидки новая цена', full]] as const) : []),
        ...serviceFacts(details),
      ],
      action: openServices(context),
    };
  },
};

interface RefusedConnecting {
  serviceName: string;
  tariffName: string;
  /** The payment is not on the balance any more: it was spent or given back. */
  isShort?: boolean;
}

/** The payment has come, but what it was made for could not be connected. */
export const connectingRefused: NotificationKind<RefusedConnecting> = {
  name: 'subscription_connecting_refused',
  category: 'money',
  audience: 'accountant',
  describe: (details, context) => ({
    headline: `Услуга ${quoted(details.serviceName)} не подключена${details.isShort ? '' : ', деньги на балансе'}`,
    paragraphs: [
      details.isShort
        ? `Платёж прошёл, но услугу ${titleOf(details)} подключить не получилось: пока она подключалась, деньги с баланса ушли на другое. Пополните баланс и выберите тариф ещё раз.`
        : `Платёж прошёл, но услугу ${titleOf(details)} подключить не получилось: её условия изменились или подключать её сейчас нельзя. Деньги лежат на балансе. Выберите тариф ещё раз.`,
    ],
    action: openServices(context),
  }),
};
