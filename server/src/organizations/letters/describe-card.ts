import { quoted } from '@kazna/contract/shared/quoted';
import { askSupport, type EventContext, type EventText } from './event-text.ts';
import type { EventDetails } from './events.ts';

type CardKind = 'card_saved' | 'card_removed';
type CardNotice = { [Kind in CardKind]: { kind: Kind; details: EventDetails[Kind] } }[CardKind];

export function describeCard({ kind, details }: CardNotice, context: EventContext): EventText {
  const { card, actorId } = details;
  const organization = quoted(context.organizationName);
  const action = {
    label: 'Открыть карты',
    url: `${context.publicUrl}/organization/${context.organizationId}?tab=cards`,
  };
  const note = askSupport(context);
  const who = context.nameOf(actorId);
  if (kind === 'card_saved')
    return {
      headline: `Сохранена карта ${card}`,
      paragraphs: [
        `В организации ${organization} сохранена карта ${card}. Кто сохранил: ${who}.`,
        'Владельцы, администраторы и бухгалтеры могут пополнять ею баланс без ввода данных карты. Удалить карту можно в любой момент.',
      ],
      action,
      note,
    };
  return {
    headline: `Удалена карта ${card}`,
    paragraphs: [
      `В организации ${organization} удалена карта ${card}. Кто удалил: ${who}.`,
      'Больше с неё ничего не спишется.',
    ],
    action,
    note,
  };
}
