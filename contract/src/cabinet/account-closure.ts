import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { id } from '../shared/fields.ts';
import { currency, formatMoney, money } from '../shared/money.ts';
import { organizationParams } from './organizations.ts';

export const closingBalance = z.object({
  currency,
  /** Below zero for a debt. */
  amountMinor: z.int(),
  /** The part that can be refunded to cards. */
  refundableMinor: z.int(),
  bankMinor: z.int(),
  staffMinor: z.int(),
  /** The bonus part: it is lost at closing and does not block it. */
  bonusMinor: z.int(),
});

export const unsettledMoney = z.object({
  kind: z.enum(['payment', 'review', 'refund', 'bank_return']),
  /** Null for a return by bank, which belongs to no payment. */
  paymentId: z.nullable(id),
  amountMinor: z.int(),
  currency,
});

export const closing = z.object({
  balances: z.array(closingBalance),
  unsettled: z.array(unsettledMoney),
  /** Set aside by the business, by currency. */
  held: z.array(money),
  /** Names of services that are paid for or owed: what is unused of them would be lost. */
  services: z.array(z.string()),
  /** Names of stopped services whose last usage is not charged yet. */
  unbilled: z.array(z.string()),
});
export type Closing = z.output<typeof closing>;

export const getClosing = endpoint({
  method: 'GET',
  path: '/api/organizations/{organizationId}/closing',
  summary: 'What keeps the organization from being closed, and which bonuses would be lost',
  access: { organization: 'organization.close', of: 'path' },
  params: organizationParams,
  status: 200,
  answer: closing,
});

export function hasOwnMoney({ balances }: Closing): boolean {
  return balances.some(({ amountMinor, bonusMinor }) => amountMinor > bonusMinor);
}

export function hasDebt({ balances }: Closing): boolean {
  return balances.some(({ amountMinor }) => amountMinor < 0);
}

const unsettledTexts = {
  payment: (sum: string) => `Ждёт оплаты платёж на ${sum}: отмените его или дождитесь, пока истечёт срок.`,
  review: (sum: string) => `На проверке платёж на ${sum}: дождитесь решения поддержки.`,
  refund: (sum: string) => `Возвращается ${sum}: дождитесь, пока возврат завершится.`,
  bank_return: (sum: string) => `Возвращаем ${sum} на счёт в банке: дождитесь, пока деньги уйдут.`,
};

/** Returns what blocks closing and what to do, one sentence each. */
export function obstaclesOf({ balances, unsettled, held, services, unbilled }: Closing): string[] {
  const own = balances.flatMap(({ currency, amountMinor, refundableMinor, bankMinor, staffMinor }) => {
    const sum = (amountMinor: number) => formatMoney({ amountMinor, currency });
    return [
      ...(amountMinor < 0 ? [`Долг ${sum(-amountMinor)}: погасите его, пополнив баланс.`] : []),
      ...(refundableMinor > 0 ? [`На балансе ${sum(refundableMinor)}: верните их на карту или потратьте.`] : []),
      ...(bankMinor > 0
        ? [`На балансе ${sum(bankMinor)} от банковских переводов: верните их на счёт в банке или потратьте.`]
        : []),
      ...(staffMinor > 0 ? [`На балансе ${sum(staffMinor)} от поддержки: потратьте их или напишите ей.`] : []),
    ];
  });
  return [
    ...own,
    ...held.map((sum) => `В резерве ${formatMoney(sum)}: дождитесь, пока деньги спишут или вернут на баланс.`),
    ...services.map((name) => `Подключена услуга «${name}»: остановите её в разделе «Услуги».`),
    ...unbilled.map((name) => `Расход услуги «${name}» ещё не списан: подождите, обычно не дольше суток.`),
    ...unsettled.map(({ kind, ...sum }) => unsettledTexts[kind](formatMoney(sum))),
  ];
}

/** Returns «100,00 ₽», or null without bonuses. */
export function lostBonusesOf({ balances }: Closing): string | null {
  const sums = balances.filter(({ bonusMinor }) => bonusMinor > 0);
  if (sums.length === 0) return null;
  return sums.map(({ bonusMinor, currency }) => formatMoney({ amountMinor: bonusMinor, currency })).join(', ');
}
