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

function sumsOf({ service, limitMinor, spentMinor, currency }: BudgetDetails): string {
  const about = service ? `На услугу ${quoted(service)}` : 'На все услуги';
  const money = (amountMinor: number) => formatMoney({ amountMinor, currency });
  return `${about} в этом месяце потратили ${money(spentMinor)} из ${money(limitMinor)}.`;
}

/** At 80 %. */
export const budgetNear: NotificationKind<BudgetDetails> = {
  name: 'budget_near',
  category: 'balance',
  audience: 'accountant',
  describe: (details, context) => ({
    headline: details.service ? `Бюджет на ${quoted(details.service)} заканчивается` : 'Бюджет месяца заканчивается',
    paragraphs: [
      sumsOf(details),
      `Предупреждаем один раз в месяц: бюджет организации ${quoted(context.organizationName)} ничего не останавливает.`,
    ],
    action: openSpending(context),
  }),
};

export const budgetSpent: NotificationKind<BudgetDetails> = {
  name: 'budget_spent',
  category: 'balance',
  audience: 'accountant',
  describe: (details, context) => ({
    headline: details.service ? `Бюджет на ${quoted(details.service)} израсходован` : 'Бюджет месяца израсходован',
    paragraphs: [
      sumsOf(details),
      `Услуги организации ${quoted(context.organizationName)} работают дальше: бюджет только предупреждает.`,
    ],
    action: openSpending(context),
  }),
};
