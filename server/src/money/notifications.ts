import { formatMoney, type Money } from '@kazna/contract/shared/money';
import { quoted } from '@kazna/contract/shared/quoted';
import type { EventData } from '@kazna/contract/v1/events';
import type { NotificationKind } from '../notifications/kind.ts';
import { askSupport, balanceFact, openCabinet, withoutFullStop } from '../notifications/texts.ts';

/** The ledger knows no organizations and cannot notify by itself. */
export const balanceLow: NotificationKind<{ balances: (Money & { usedMinor?: number })[] }> = {
  name: 'balance_low',
  category: 'balance',
  audience: 'accountant',
  fromEvent: {
    type: 'balance.low',
    detailsOf: (data) => ({
      balances: (data as EventData['balance.low']).balances.map(({ currency, balanceMinor, usedMinor }) => ({
        currency,
        amountMinor: balanceMinor,
        ...(usedMinor !== undefined && { usedMinor }),
      })),
    }),
  },
  describe: ({ balances }, context) => {
    const left = balances.map(formatMoney).join(', ');
    const isDebt = balances.some(({ amountMinor }) => amountMinor < 0);
    const used = balances.flatMap(({ currency, usedMinor }) =>
      usedMinor === undefined ? [] : [formatMoney({ currency, amountMinor: usedMinor })],
    );
    return {
      headline: isDebt ? `Баланс меньше нуля: ${left}` : `Баланс заканчивается: осталось ${left}`,
      sum: [isDebt ? 'Баланс меньше нуля' : 'На балансе осталось', left],
      paragraphs: ['Пополните баланс, чтобы всё работало дальше.'],
      facts: used.length > 0 ? [['Ещё спишем в конце периода', used.join(', ')]] : [],
      action: { label: 'Пополнить', url: `${context.publicUrl}/payments/create` },
    };
  },
};

/** By staff: credited, or debited where the amount is negative. */
export const balanceAdjusted: NotificationKind<Money & { reason: string }> = {
  name: 'balance_adjusted',
  category: 'money',
  audience: 'accountant',
  describe: ({ reason, amountMinor, currency }, context) => {
    const isCredit = amountMinor > 0;
    const sum = formatMoney({ amountMinor: Math.abs(amountMinor), currency });
    return {
      headline: isCredit ? `Корректировка: зачислено ${sum}` : `Корректировка: списано ${sum}`,
      sum: [isCredit ? 'Наш сотрудник зачислил на баланс' : 'Наш сотрудник списал с баланса', sum],
      paragraphs: [],
      facts: [['Причина', withoutFullStop(reason)], balanceFact(context, { currency })],
      action: openCabinet(context),
      note: askSupport(context),
    };
  },
};

/** By staff; the business's own systems give charges back without a notification. */
export const chargeRefunded: NotificationKind<Money & { service: string; reason: string }> = {
  name: 'charge_refunded',
  category: 'money',
  audience: 'accountant',
  describe: ({ service, reason, amountMinor, currency }, context) => {
    const sum = formatMoney({ amountMinor, currency });
    return {
      headline: `Вернули на баланс ${sum}`,
      sum: ['Вернули на баланс', sum],
      paragraphs: [],
      facts: [
        ['Списание за', quoted(service)],
        ['Причина', withoutFullStop(reason)],
        balanceFact(context, { currency }),
      ],
      action: openCabinet(context),
    };
  },
};
