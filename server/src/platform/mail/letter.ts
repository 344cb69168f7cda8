export interface Attachment {
  name: string;
  contentType: string;
  content: Buffer;
}

export interface LetterContent {
  subject: string;
  name?: string;
  paragraphs: string[];
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
}

const unsubscribeLabel = 'Не присылать такие письма';

export function renderLetter(to: string, content: LetterContent, senderName: string): Letter {
  return {
    to,
    subject: singleLine(content.subject),
    text: renderText(content, senderName),
    html: renderHtml(content, senderName),
    ...(content.attachments && { attachments: content.attachments.map(withSafeName) }),
    ...headersOf(content),
    ...(content.thread && { messageId: content.thread.id, references: content.thread.root }),
    ...(content.answer && { replyTo: content.answer.to }),
  };
}

/** Mail servers refuse larger letters. */
const maxAttachmentBytes = 10 * 1024 * 1024;

/** A name goes into a header and onto somebody's disk: no paths, quotes or line breaks. */
function withSafeName(attachment: Attachment): Attachment {
  if (attachment.content.length > maxAttachmentBytes) throw new Error('the attachment is too large for a letter');
  const name = attachment.name.replace(/[^\p{L}\p{N}._ -]/gu, '_').replace(/^\.+/, '');
  return { ...attachment, name: name.slice(-100) || 'file' };
}

/** A letter that can be answered says that a program wrote it, so that no program answers (RFC 3834, Exchange's way). */
const automatic = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

function headersOf({ unsubscribeUrl, answer }: LetterContent): Pick<Letter, 'headers'> {
  if (!unsubscribeUrl && !answer) return {};
  const unsubscribe = unsubscribeUrl && {
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
  return { headers: { ...(answer && automatic), ...unsubscribe } };
}

/** Prevents header injection: a header ends at a line break. */
function singleLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ');
}

function greet(name: string | undefined): string {
  return name ? `Здравствуйте, ${preventAutolinks(name)}.` : 'Здравствуйте.';
}

function renderText(content: LetterContent, senderName: string): string {
  const { name, paragraphs, action, note, unsubscribeUrl, answer } = content;
  const parts = [...(answer ? [answer.line] : []), greet(name), ...paragraphs];
  if (action) parts.push(`${action.label}:\n${action.url}`);
  if (note) parts.push(note);
  if (unsubscribeUrl) parts.push(`${unsubscribeLabel}:\n${unsubscribeUrl}`);
  return `${parts.join('\n\n')}\n\n--\n${senderName}\n`;
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

function renderHtml(content: LetterContent, senderName: string): string {
  const { subject, name, paragraphs, action, note, unsubscribeUrl, answer } = content;
  // A number on the next line than its sign reads badly.
  const prose = (text: string) => escapeHtml(text).replaceAll('№ ', '№&nbsp;');
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${prose(text)}</p>`;
  const url = action && escapeHtml(action.url);
  const button =
    action &&
    `<p style="margin:24px 0"><a href="${url}" style="display:inline-block;padding:12px 24px;background:#0268d0;color:#ffffff;border-radius:8px;text-decoration:none;font-weight:700">${escapeHtml(action.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#5f6b7a">Если кнопка не открывается, скопируйте адрес:<br><a href="${url}" style="color:#0268d0;word-break:break-all">${url}</a></p>`;
  return `<!doctype html>
<html lang="ru">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f5f5f5;font:15px/1.5 -apple-system,'Segoe UI',Roboto,Arial,sans-serif;color:#1c2430">
${answer ? `<p style="max-width:560px;margin:0 auto 12px;font-size:13px;color:#5f6b7a">${escapeHtml(answer.line)}</p>` : ''}
<div style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #e3e6ea;border-radius:8px">
<h1 style="margin:0 0 16px;font-size:19px;line-height:1.25">${prose(subject)}</h1>
${[greet(name), ...paragraphs].map(paragraph).join('\n')}
${button ?? ''}
${note ? `<p style="margin:0;font-size:13px;color:#5f6b7a">${escapeHtml(note)}</p>` : ''}
</div>
<p style="max-width:560px;margin:16px auto 0;font-size:13px;color:#5f6b7a">${escapeHtml(senderName)}${unsubscribeUrl ? `<br><a href="${escapeHtml(unsubscribeUrl)}" style="color:#5f6b7a">${unsubscribeLabel}</a>` : ''}</p>
</body>
</html>
`;
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
