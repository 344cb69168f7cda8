import { quoted } from '@kazna/contract/shared/quoted';
import type { LetterContent } from '../../platform/mail/letter.ts';
import type { EventText } from './event-text.ts';
import type { Recipient } from './store.ts';

export type DatedEventText = EventText & { createdAt: string };

const listedEvents = 20;

export function eventLetter(recipient: Recipient, event: DatedEventText): LetterContent {
  const { headline, paragraphs, action, note } = event;
  return {
    subject: `${headline}: ${quoted(recipient.organizationName)}`,
    name: recipient.name,
    paragraphs: [...paragraphs, `Когда: ${formatTime(event.createdAt, recipient.timezone)}.`],
    ...(action && { action }),
    ...(note && { note }),
  };
}

export function summaryLetter(
  recipient: Recipient,
  events: DatedEventText[],
  { publicUrl }: { publicUrl: string },
): LetterContent {
  const { name, organizationId, organizationName, timezone } = recipient;
  const rest = events.length - listedEvents;
  return {
    subject: `Новые события (${events.length}): ${quoted(organizationName)}`,
    name,
    paragraphs: [
      `В организации ${quoted(organizationName)} произошло сразу несколько событий. Собрали их в одно письмо.`,
      ...events
        .slice(0, listedEvents)
        .map(({ headline, createdAt }) => `${formatTime(createdAt, timezone)}. ${headline}.`),
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
