import { maxRequestText } from '@kazna/contract/cabinet/requests';
import { visibleLines } from '@kazna/contract/shared/visible-lines';
import type { Attachment } from 'postal-mime';
import { cutQuote } from './cut-quote.ts';
import { textOfHtml } from './html-text.ts';

export interface AttachedFile {
  name: string;
  bytes: Uint8Array;
}

export interface ReadLetter {
  text: string;
  files: AttachedFile[];
}

const withoutText = 'Письмо без текста.';
const wholeName = 'Письмо целиком.txt';
/** Marks of mail programs, which their people do not know of. */
const unseenTypes = /^application\/(pkcs7-signature|x-pkcs7-signature|pgp-signature|pgp-keys|ms-tnef)$/;
/** Of a letter that has more of it than anybody writes. */
const maxBody = 1024 * 1024;
/** The parser's time grows by the square of the number of parts, each of which a line of two dashes begins. */
const maxPartLines = 10_000;

/** Rejects when the letter is malformed or has more parts than anybody sends. A text that is too long for a message is a file as well. */
export async function readLetter(raw: Uint8Array): Promise<ReadLetter> {
  if (hasTooManyParts(raw)) throw new Error('the letter has too many parts');
  const { default: PostalMime } = await import('postal-mime');
  const { text, html, attachments } = await PostalMime.parse(raw, {
    maxNestingDepth: 50,
    forceRfc822Attachments: true,
  });
  const files = attachments.filter(({ mimeType }) => !unseenTypes.test(mimeType)).map(fileOf);
  const body = text?.trim() ? text : textOfHtml((html ?? '').slice(0, maxBody));
  const whole = visibleLines(body.slice(0, maxBody));
  const own = visibleLines(cutQuote(whole)) || (files.length > 0 ? '' : whole);
  if (own.length <= maxRequestText) return { text: own || withoutText, files };
  const cut = `${own.slice(0, maxRequestText - 1).toWellFormed()}…`;
  return { text: cut, files: [{ name: wholeName, bytes: Buffer.from(own) }, ...files] };
}

function hasTooManyParts(raw: Uint8Array): boolean {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.length);
  let count = 0;
  for (let at = bytes.indexOf('\n--'); at >= 0 && count <= maxPartLines; at = bytes.indexOf('\n--', at + 1)) count += 1;
  return count > maxPartLines;
}

function fileOf({ filename, mimeType, content }: Attachment): AttachedFile {
  const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
  return { name: filename ?? nameByType(mimeType), bytes };
}

/** Pictures that are pasted into a letter have no name. */
function nameByType(mimeType: string): string {
  const [kind, type = ''] = mimeType.split('/');
  return kind === 'image' ? `Снимок.${type === 'jpeg' ? 'jpg' : type}` : `Файл.${kind === 'text' ? 'txt' : type}`;
}
