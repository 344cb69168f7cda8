import { formatMoney, type Money } from '@kazna/contract/shared/money';
import { quoted } from '@kazna/contract/shared/quoted';
import type { EventData } from '@kazna/contract/v1/events';
import type { NotificationKind } from '../notifications/kind.ts';
import { askSupport, balanceText, openCabinet, withoutFullStop } from '../notifications/texts.ts';

/** The ledger knows no organizations and cannot notify by itself. */
export const balanceLow: NotificationKind<{ balances: Money[] }> = {
  name: 'balance_low',
  category: 'balance',
  audience: 'accountant',
  fromEvent: {
    type: 'balance.low',
    detailsOf: (data) => ({
      balances: (data as EventData['balance.low']).balances.map(({ currency, balanceMinor }) => ({
        currency,
        amountMinor: balanceMinor,
      })),
    }),
  },
  describe: ({ balances }, context) => {
    const left = balances.map(formatMoney).join(', ');
    return {
      headline: `Баланс заканчивается: осталось ${left}`,
      paragraphs: [
        `На балансе организации ${quoted(context.organizationName)} осталось ${left}. Пополните его, чтобы всё работало дальше.`,
      ],
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
    const organization = quoted(context.organizationName);
    return {
      headline: isCredit ? `Корректировка: зачислено ${sum}` : `Корректировка: списано ${sum}`,
      paragraphs: [
        isCredit
          ? `Наш сотрудник зачислил ${sum} на баланс организации ${organization}.`
          : `Наш сотрудник списал ${sum} с баланса организации ${organization}.`,
        `Причина: ${withoutFullStop(reason)}.`,
        balanceText(context, { currency }),
      ],
      action: openCabinet(context),
      note: askSupport(context),
    };
  },
};
