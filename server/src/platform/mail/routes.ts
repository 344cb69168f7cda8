import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../db/database.ts';
import { attachmentNamed } from '../http/api.ts';
import { Problem } from '../http/problem.ts';
import { documentPolicy, letterHeaders } from '../http/security-headers.ts';
import { formatLetterTime } from './letter.ts';
import { findAttachment, findLetter, listLetters, type StoredLetter } from './mailbox-store.ts';

const style = `
:root { color-scheme: light dark; --quiet: light-dark(#5b6573, #9aa4b1); --line: light-dark(#e8eaed, #2c2f33); }
body { max-width: 760px; margin: 0 auto; padding: 24px 16px; background: light-dark(#f5f5f5, #141414); color: light-dark(#0f1720, #eef1f5); font: 15px/22px system-ui, sans-serif; }
h1 { margin: 0; font-size: 24px; line-height: 30px; } h2 { margin: 0 0 4px; font-size: 16px; line-height: 24px; overflow-wrap: anywhere; }
h1 + p { margin: 4px 0 24px; color: var(--quiet); }
article { margin: 16px 0; padding: 20px 24px; border: 1px solid var(--line); border-radius: 14px; background: light-dark(#fff, #1b1c1e); }
a { color: light-dark(#0268d0, #4da6ff); } small { color: var(--quiet); font-size: 13px; }
pre { margin: 16px 0; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
summary { min-height: 24px; cursor: pointer; }
iframe { display: block; width: 100%; height: 520px; margin-top: 12px; border: 1px solid var(--line); border-radius: 8px; background: #fff; color-scheme: light; }
@media (max-width: 480px) { article { padding: 16px; } }`;

const policy = documentPolicy(createHash('sha256').update(style).digest('base64'), "frame-src 'self'");

type Mailbox = { Querystring: { to?: unknown } };

/** Shows e-mails of a server without SMTP. Open to everybody who can reach the server. */
export function developmentMailboxRoutes(app: FastifyInstance, db: Database): void {
  app.get<Mailbox>('/dev/mail.json', async (request) => {
    const letters = await listLetters(db, recipientOf(request), 100);
    return letters.map(({ attachments, ...letter }) => ({
      ...letter,
      links: linksOf(letter.text),
      attachments: attachments.map((file, index) => ({ ...file, path: filePath(letter.id, index) })),
    }));
  });
  app.get<Mailbox>('/dev/mail', async (request, reply) => {
    const letters = await listLetters(db, recipientOf(request), 100);
    return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page(letters));
  });
  app.get<{ Params: { id: string } }>('/dev/mail/:id', async (request, reply) => {
    const letter = await findLetter(db, request.params.id);
    if (!letter) throw new Problem('not_found');
    const html = `<base target="_blank">${letter.html}`;
    return reply.headers(letterHeaders).type('text/html; charset=utf-8').send(html);
  });
  app.get<{ Params: { id: string; place: string } }>('/dev/mail/:id/files/:place', async (request, reply) => {
    const file = await findAttachment(db, request.params.id, request.params.place);
    if (!file) throw new Problem('not_found');
    return reply.header('content-disposition', attachmentNamed(file.name)).type(file.contentType).send(file.content);
  });
}

function filePath(letterId: string, index: number): string {
  return `/dev/mail/${letterId}/files/${index + 1}`;
}

/** A repeated parameter arrives as an array. */
function recipientOf({ query: { to } }: FastifyRequest<Mailbox>): string | undefined {
  if (to !== undefined && typeof to !== 'string') throw new Problem('malformed_request');
  return to;
}

function linksOf(text: string): string[] {
  return text.match(/https?:\/\/\S+/g) ?? [];
}

function article({ id, to, subject, sentAt, text, attachments }: StoredLetter): string {
  const files = attachments.map(
    ({ name, bytes }, index) =>
      `<li><a href="${filePath(id, index)}">${escapeHtml(name)}</a>, ${Math.ceil(bytes / 1024)}&nbsp;КБ</li>`,
  );
  const frame = `<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" loading="lazy" src="/dev/mail/${id}" title="${escapeHtml(subject)}"></iframe>`;
  return `<article><h2>${escapeHtml(subject)}</h2><small>${escapeHtml(to)}, ${formatLetterTime(sentAt, 'Europe/Moscow')}</small><pre>${linkify(text)}</pre>${files.length > 0 ? `<ul aria-label="Вложения">${files.join('')}</ul>` : ''}
<details><summary>Вид письма</summary>${frame}</details></article>`;
}

function page(letters: StoredLetter[]): string {
  const articles = letters.map(article);
  return `<!doctype html><html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Почта разработки</title><link rel="icon" href="data:,"><style>${style}</style></head><body><main><h1>Почта разработки</h1>
<p>Письма, которые ушли бы по SMTP. Новые сверху.</p>${articles.join('\n') || '<p>Писем пока нет.</p>'}</main></body></html>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function linkify(text: string): string {
  return escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
}
