import {
  type Attachment,
  greet,
  type Letter,
  type LetterBrand,
  type LetterContent,
  unsubscribeLabel,
} from './letter.ts';
import { renderHtml } from './letter-html.ts';

export function renderLetter(to: string, content: LetterContent, brand: LetterBrand): Letter {
  return {
    to,
    subject: singleLine(content.subject),
    text: renderText(content, brand.name),
    html: renderHtml(content, brand),
    ...(brand.logo && { logo: brand.logo.png }),
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

function renderText(content: LetterContent, senderName: string): string {
  const { name, sum, paragraphs, facts = [], action, note, unsubscribeUrl, answer } = content;
  const parts = [...(answer ? [answer.line] : []), greet(name)];
  if (sum) parts.push(sum.join(': '));
  parts.push(...paragraphs);
  if (facts.length > 0) parts.push(facts.map((fact) => fact.join(': ')).join('\n'));
  if (action) parts.push(`${action.label}:\n${action.url}`);
  if (note) parts.push(note);
  if (unsubscribeUrl) parts.push(`${unsubscribeLabel}:\n${unsubscribeUrl}`);
  return `${parts.join('\n\n')}\n\n--\n${senderName}\n`;
}
