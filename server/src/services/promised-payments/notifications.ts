import { formatMoney, type Money } from '@kazna/contract/shared/money';
import type { NotificationKind } from '../../notifications/kind.ts';
import { balanceFact } from '../../notifications/texts.ts';
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
    sum: ['Обещанный платёж не внесён', formatMoney(details)],
    paragraphs: [
      'Баланс остался меньше нуля, поэтому платные услуги приостановлены. Пополните его: услуги возобновятся сами, когда денег хватит и на них.',
    ],
    facts: [['Действовал до', `${describeDay(details.until)} включительно`], balanceFact(context, details)],
    action: { label: 'Пополнить', url: `${context.publicUrl}/payments/create` },
  }),
};

/** The amount is what is owed by then. */
export const promiseEnds: NotificationKind<OfPromise> = {
  name: 'promised_payment_ends',
  category: 'balance',
  audience: 'accountant',
  describe: (details, context) => ({
    headline: `Обещанный платёж заканчивается: внесите ${formatMoney(details)} до ${describeDay(details.until)} включительно`,
    sum: [`Внесите до ${describeDay(details.until)} включительно`, formatMoney(details)],
    paragraphs: ['После этого дня обещанный платёж закончится, и платные услуги приостановятся.'],
    facts: [balanceFact(context, details)],
    action: { label: 'Пополнить', url: `${context.publicUrl}/payments/create` },
  }),
};
