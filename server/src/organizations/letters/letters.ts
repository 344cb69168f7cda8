import { quoted } from '@kazna/contract/shared/quoted';
import type { LetterContent } from '../../platform/mail/letter.ts';
import type { EventText } from './event-text.ts';
import type { Addressee } from './store.ts';

export type DatedEventText = EventText & { createdAt: string };

export const maxListedEvents = 20;

export function eventLetter(addressee: Addressee, event: DatedEventText): LetterContent {
  const { headline, paragraphs, action, note } = event;
  return {
    subject: `${headline}: ${quoted(addressee.organizationName)}`,
    name: addressee.name,
    paragraphs: [...paragraphs, `Когда: ${formatTime(event.createdAt, addressee.timezone)}.`],
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
      ...events.map(({ headline, createdAt }) => `${formatTime(createdAt, timezone)}. ${headline}.`),
      ...(rest > 0 ? [`И ещё ${rest}. Все они видны в личном кабинете.`] : []),
    ],
    action: { label: 'Открыть личный кабинет', url: `${publicUrl}/dashboard/${organizationId}` },
  };
}

function formatTime(time: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('ru-RU', {
    timeZone,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  return format.format(new Date(time));
}
