import { formatMoney } from '@kazna/contract/shared/money';
import { roleNames } from '@kazna/contract/shared/permissions';
import { quoted } from '@kazna/contract/shared/quoted';
import type { EventContext, EventText } from './event-text.ts';
import type { EventDetails } from './events.ts';

type NewsKind = 'balance_low' | 'member_joined';
type News = { [Kind in NewsKind]: { kind: Kind; details: EventDetails[Kind] } }[NewsKind];

export function describeNews(event: News, context: EventContext): EventText {
  const organization = quoted(context.organizationName);
  switch (event.kind) {
    case 'balance_low': {
      const left = event.details.balances.map(formatMoney).join(', ');
      return {
        headline: `Баланс заканчивается: осталось ${left}`,
        paragraphs: [
          `На балансе организации ${organization} осталось ${left}. Пополните его, чтобы всё работало дальше.`,
        ],
        action: { label: 'Пополнить', url: `${context.publicUrl}/payments/create` },
      };
    }
    case 'member_joined': {
      const { memberId, role } = event.details;
      return {
        headline: `Новый участник: ${context.nameOf(memberId)}`,
        paragraphs: [
          `${context.nameOf(memberId)} теперь в организации ${organization}. Роль: ${roleNames[role].toLowerCase()}.`,
        ],
        action: {
          label: 'Открыть участников',
          url: `${context.publicUrl}/organization/${context.organizationId}?tab=members`,
        },
      };
    }
  }
}
