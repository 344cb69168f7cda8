import { quoted } from '@kazna/contract/shared/quoted';
import { type LetterContent, formatLetterTime } from '../../platform/mail/letter.ts';
import type { EventText } from './event-text.ts';
import type { Addressee } from './store.ts';

export type DatedEventText = EventText & { createdAt: string };

export const maxListedEvents = 20;

export function eventLetter(addressee: Addressee, event: DatedEventText): LetterContent {
  const { headline, paragraphs, action, note } = event;
  return {
    subject: `${headline}: ${quoted(addressee.organizationName)}`,
    name: addressee.name,
    paragraphs: [...paragraphs, `Когда: ${formatLetterTime(event.createdAt, addressee.timezone)}.`],
    ...(action && { action }),
    ...(note && { note }),
  };
}

export function summaryLetter(
  addressee: Addressee,
  { events, total }: { events: DatedEventText[]; total: number },
  { publicUrl }: { publicUrl: string },
): LetterContent {
  const { name, organizationId, organizationName, timezone } = addressee;
  const rest = total - events.length;
  return {
    subject: `Новые события (${total}): ${quoted(organizationName)}`,
    name,
    paragraphs: [
      `В организации ${quoted(organizationName)} произошло сразу несколько событий. Собрали их в одно письмо.`,
      ...events.map(({ headline, createdAt }) => `${formatLetterTime(createdAt, timezone)}. ${headline}.`),
      ...(rest > 0 ? [`И ещё ${rest}. Все они видны в личном кабинете.`] : []),
    ],
    action: { label: 'Открыть личный кабинет', url: `${publicUrl}/dashboard/${organizationId}` },
  };
}
