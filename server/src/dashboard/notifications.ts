import { type Currency, formatMoney } from '@kazna/contract/shared/money';
import { quoted } from '@kazna/contract/shared/quoted';
import type { NotificationKind } from '../notifications/kind.ts';
import type { TextContext } from '../notifications/texts.ts';

interface BudgetDetails {
  currency: Currency;
  /** Null for all services together. */
  service: string | null;
  limitMinor: number;
  spentMinor: number;
}

const openSpending = ({ publicUrl, organizationId }: TextContext) => ({
  label: 'Открыть расходы',
  url: `${publicUrl}/dashboard/${organizationId}`,
});

function spentOf({ service, limitMinor, spentMinor, currency }: BudgetDetails) {
  const money = (amountMinor: number) => formatMoney({ amountMinor, currency });
  return {
    sum: ['Потратили в этом месяце', money(spentMinor)] as const,
    facts: [['Бюджет', money(limitMinor)] as const, ['На что', service ?? 'на все услуги'] as const],
  };
}

/** At 80 %. */
export const budgetNear: NotificationKind<BudgetDetails> = {
  name: 'budget_near',
  category: 'balance',
  audience: 'accountant',
  describe: (details, context) => ({
    headline: details.service ? `Бюджет на ${quoted(details.service)} заканчивается` : 'Бюджет месяца заканчивается',
    ...spentOf(details),
    paragraphs: ['Предупреждаем один раз в месяц: бюджет ничего не останавливает.'],
    action: openSpending(context),
  }),
};

export const budgetSpent: NotificationKind<BudgetDetails> = {
  name: 'budget_spent',
  category: 'balance',
  audience: 'accountant',
  describe: (details, context) => ({
    headline: details.service ? `Бюджет на ${quoted(details.service)} израсходован` : 'Бюджет месяца израсходован',
    ...spentOf(details),
    paragraphs: ['Услуги работают дальше: бюджет только предупреждает.'],
    action: openSpending(context),
  }),
};
