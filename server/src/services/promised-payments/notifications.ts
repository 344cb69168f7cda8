import { formatMoney, type Money } from '@kazna/contract/shared/money';
import type { NotificationKind } from '../../notifications/kind.ts';
import { balanceText } from '../../notifications/texts.ts';
import { describeDay } from '../subscriptions/describe-days.ts';

interface OfPromise extends Money {
  /** Its last day. */
  until: string;
}

export const promiseUnpaid: NotificationKind<OfPromise> = {
  name: 'promised_payment_unpaid',
  category: 'balance',
  audience: 'accountant',
  describe: (details, context) => ({
    headline: `Обещанный платёж на ${formatMoney(details)} не внесён`,
    paragraphs: [
      `Обещанный платёж действовал до ${describeDay(details.until)} включительно, а баланс остался меньше нуля, поэтому платные услуги приостановлены. Пополните баланс, чтобы погасить долг: услуги возобновятся сами, когда денег хватит и на них.`,
      balanceText(context, details),
    ],
    action: { label: 'Пополнить', url: `${context.publicUrl}/payments/create` },
  }),
};

/** The amount is what is owed by then. */
export const promiseEnds: NotificationKind<OfPromise> = {
  name: 'promised_payment_ends',
  category: 'balance',
  audience: 'accountant',
  describe: (details, context) => ({
    headline: `Обещанный платёж действует до ${describeDay(details.until)} включительно`,
    paragraphs: [
      `Внесите до конца этого дня ${formatMoney(details)}, чтобы платные услуги не приостановились.`,
      balanceText(context, details),
    ],
    action: { label: 'Пополнить', url: `${context.publicUrl}/payments/create` },
  }),
};
