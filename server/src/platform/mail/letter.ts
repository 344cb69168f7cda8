export interface Attachment {
  name: string;
  contentType: string;
  content: Buffer;
}

/** «Плательщик»: «Анна Орлова». */
export type Fact = readonly [label: string, value: string];

export interface LetterContent {
  subject: string;
  /** The heading, where the subject says more than the letter has to repeat. */
  title?: string;
  name?: string;
  /** What the letter is a receipt of, in place of its heading: «Пополнение», «1 000,00 ₽». */
  sum?: Fact;
  paragraphs: string[];
  facts?: readonly Fact[];
  action?: { label: string; url: string };
  note?: string;
  attachments?: Attachment[];
  /** Of letters that may be switched off: its page asks first, a POST to it acts at once (RFC 8058). */
  unsubscribeUrl?: string;
  /** Letters with one root are shown together. The id is the letter's own. */
  thread?: { id: string; root: string } | undefined;
  /** Where an answer goes, and the line above which it is written. */
  answer?: { to: string; line: string };
}

export interface Letter {
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments?: Attachment[];
  headers?: Record<string, string>;
  messageId?: string;
  references?: string;
  replyTo?: string;
  /** What the HTML shows as `cid:logo`. */
  logo?: Buffer;
}

/** Whose letters these are; the colour is dark enough for white text. */
export interface LetterBrand {
  name: string;
  color: string;
  /** Small enough to travel with every letter. */
  logo?: { png: Buffer; width: number; height: number };
}

export const unsubscribeLabel = 'Не присылать такие письма';

export function greet(name: string | undefined): string {
  return name ? `Здравствуйте, ${preventAutolinks(name)}.` : 'Здравствуйте.';
}

/**
 * Puts an invisible word joiner after every dot, colon and @ inside a name, so that mail programs do not turn it into a
 * link. A company may be called «Ромашка.ру», and older names may contain anything.
 */
export function preventAutolinks(name: string): string {
  return name.replace(/([.\u3002\uff0e\uff61:@])(?=\S)/g, '$1\u2060');
}

/** Returns «14 ноября 2026, 15:04 (МСК)»: a letter is read at any time and place, so it says the year and the time zone. */
export function formatLetterTime(time: string | Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('ru-RU', {
    timeZone,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'shortOffset',
  });
  const parts = new Map(format.formatToParts(new Date(time)).map(({ type, value }) => [type, value]));
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  const zone = timeZone === 'Europe/Moscow' ? 'МСК' : of('timeZoneName').replace('GMT', 'UTC').replace(/\+0$/, '');
  return `${of('day')} ${of('month')} ${of('year')}, ${of('hour')}:${of('minute')} (${zone})`;
}
