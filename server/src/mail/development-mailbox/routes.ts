import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../db/database.ts';
import { documentPolicy } from '../../http/security-headers.ts';
import { type KeptLetter, listLetters } from './store.ts';

const style = `
:root { color-scheme: light dark; }
body { max-width: 760px; margin: 0 auto; padding: 24px 16px; font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 24px; } h2 { font-size: 19px; margin: 0 0 4px; }
article { border: 1px solid #8886; border-radius: 8px; padding: 16px; margin: 16px 0; }
small { opacity: .75; } pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: 12px 0 0; }`;

const policy = documentPolicy(createHash('sha256').update(style).digest('base64'));

/** Letters that a server without SMTP would have sent. Open to whoever can reach the server. */
export function developmentMailboxRoutes(app: FastifyInstance, db: Database): void {
  app.get<{ Querystring: { to?: string } }>('/dev/mail.json', async (request) => {
    const letters = await listLetters(db, request.query.to, 100);
    return letters.map((letter) => ({ ...letter, links: linksOf(letter.text) }));
  });
  app.get<{ Querystring: { to?: string } }>('/dev/mail', async (request, reply) => {
    const letters = await listLetters(db, request.query.to, 100);
    return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page(letters));
  });
}

function linksOf(text: string): string[] {
  return text.match(/https?:\/\/\S+/g) ?? [];
}

function page(letters: KeptLetter[]): string {
  const articles = letters.map(
    ({ to, subject, sentAt, text }) =>
      `<article><h2>${escapeHtml(subject)}</h2><small>${escapeHtml(to)}, ${new Date(sentAt).toLocaleString('ru-RU')}</small><pre>${linkify(text)}</pre></article>`,
  );
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
