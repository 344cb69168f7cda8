import { formatMoney, type Money } from '@kazna/contract/shared/money';
import { quoted } from '@kazna/contract/shared/quoted';
import type { NotificationKind } from '../../notifications/kind.ts';
import { balanceText, type TextContext } from '../../notifications/texts.ts';
import { describeDay } from './describe-days.ts';

interface OfSubscription extends Money {
  serviceName: string;
  tariffName: string;
  /** The day of the charge. */
  on: string;
  /** The last day that the service works without it. */
  graceTo: string;
}

const topUp = ({ publicUrl }: TextContext) => ({ label: 'Пополнить', url: `${publicUrl}/payments/create` });
const openServices = ({ publicUrl }: TextContext) => ({ label: 'Открыть услуги', url: `${publicUrl}/services/` });
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
    const charge = `${describeDay(on)} за услугу ${titleOf(details)} спишется ${sum}`;
    return {
      headline:
        reason === 'trial'
          ? `Пробный период услуги ${quoted(details.serviceName)} заканчивается`
          : `Скидка на услугу ${quoted(details.serviceName)} закончилась`,
      paragraphs: [
        reason === 'trial'
          ? `${charge}${setupMinor > 0 ? `, из них ${setup} за подключение` : ''}. Если услуга не нужна, отключите её до этого дня.`
          : `${charge}: скидки больше нет, с ней период стоил ${before}.`,
        balanceText(context, details),
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
    return {
      headline: `${describeDay(details.on)} спишется ${sum}, а на балансе меньше`,
      paragraphs: [
        `${reasonText(details)}${expectedText(details)} ${details.hasAutoTopUp ? 'Автопополнение постарается пополнить баланс само.' : 'Пополните баланс заранее, чтобы услуга не остановилась.'}`,
        balanceText(context, details),
      ],
      action: topUp(context),
    };
  },
};

function reasonText({ reason }: ExpectedCharge): string {
  if (!reason) return '';
  return reason === 'trial' ? 'Пробный период заканчивается. ' : 'Скидка закончилась. ';
}

function expectedText(details: ExpectedCharge): string {
  const { on, amountMinor, currency, ownMinor = amountMinor } = details;
  const own = `${describeDay(on)} за услугу ${titleOf(details)} спишется ${formatMoney({ amountMinor: ownMinor, currency })}`;
  return ownMinor === amountMinor
    ? `${own}.`
    : `${own}, а со всеми списаниями до этого дня ${formatMoney({ amountMinor, currency })}.`;
}

export const subscriptionPastDue: NotificationKind<OfSubscription> = {
  name: 'subscription_past_due',
  category: 'balance',
  audience: 'accountant',
  describe: (details, context) => {
    const sum = formatMoney(details);
    return {
      headline: `Не хватило денег на услугу ${quoted(details.serviceName)}`,
      paragraphs: [
        `За услугу ${titleOf(details)} нужно ${sum}. Она работает до ${describeDay(details.graceTo)} включительно: пополните баланс до этого дня, и деньги спишутся сами.`,
        balanceText(context, details),
      ],
      action: topUp(context),
    };
  },
};

export const subscriptionSuspended: NotificationKind<OfSubscription> = {
  name: 'subscription_suspended',
  category: 'balance',
  audience: 'accountant',
  describe: (details, context) => ({
    headline: `Услуга ${quoted(details.serviceName)} приостановлена`,
    paragraphs: [
      `На услугу ${titleOf(details)} не хватило денег, и она приостановлена. За дни приостановки деньги не списываются. Пополните баланс, и услуга возобновится сама: на нём нужно ${formatMoney(details)}.`,
      balanceText(context, details),
    ],
    action: openServices(context),
  }),
};

export const subscriptionResumed: NotificationKind<OfSubscription> = {
  name: 'subscription_resumed',
  category: 'balance',
  audience: 'accountant',
  describe: (details, context) => ({
    headline: `Услуга ${quoted(details.serviceName)} снова работает`,
    paragraphs: [
      `Услуга ${titleOf(details)} возобновлена${details.amountMinor > 0 ? `, за неё списано ${formatMoney(details)}` : ''}.`,
      balanceText(context, details),
    ],
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
      paragraphs: [
        `Сейчас услуга ${titleOf(details)} стоит ${before} за период. Новая цена, ${after}, действует с первого периода, который начнётся ${describeDay(details.on)} или позже${details.isDiscountOver ? ', когда закончится и скидка' : ''}.${full ? ` Это цена со скидкой, без неё период стоит ${full}.` : ''} До тех пор услугу можно остановить или сменить тариф.`,
      ],
      action: openServices(context),
    };
  },
};

interface RefusedConnecting {
  serviceName: string;
  tariffName: string;
  /** What was paid is not on the balance any more: it was spent or given back. */
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
