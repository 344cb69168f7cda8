import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { formatForPeople } from '../money.ts';
import type { Payment } from '../payment.ts';
import { type Html, html, safe } from './html.ts';
import { type CheckoutTheme, keepTheme, style, themeOf } from './style.ts';

const styleHash = createHash('sha256').update(style).digest('base64');

export interface Page {
  title: string;
  body: Html;
  status?: number;
  /** Above the card; without it, that no money is charged. */
  note?: string;
  /** Final redirect target of the page's forms. */
  returnUrl?: string | undefined;
}

export function sendPage(request: FastifyRequest, reply: FastifyReply, publicUrl: string, page: Page): FastifyReply {
  keepTheme(request, reply, `${publicUrl}/checkout`);
  return reply
    .code(page.status ?? 200)
    .headers({
      'content-security-policy': policy(publicUrl, page.returnUrl),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(render(page, themeOf(request)));
}

export function summary(payment: Payment, title: string): Html {
  return html`<div><h1>${title}</h1>
<p class="amount">${amount(payment)}</p>
${payment.description !== undefined && html`<p class="about">${payment.description}</p>`}</div>`;
}

/** Minor units are smaller, as everywhere where an amount is the main thing. */
export function amount(payment: Payment): Html {
  const [, whole = '', rest = ''] = /^([^,]*)(.*)$/.exec(formatForPeople(payment.amount)) ?? [];
  return html`${whole}<small>${rest}</small>`;
}

function policy(publicUrl: string, returnUrl: string | undefined): string {
  const isElsewhere = returnUrl !== undefined && new URL(returnUrl).origin !== new URL(publicUrl).origin;
  return [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    'img-src data:',
    // Chromium applies form-action to redirects too, and a shop may redirect further.
    `form-action 'self'${isElsewhere ? ' http: https:' : ''}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

function render(
  { title, body, note = 'Тестовая касса. Деньги не списываются.' }: Page,
  theme: CheckoutTheme | undefined,
): string {
  return html`<!doctype html>
<html lang="ru"${theme !== undefined && html` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${safe(style)}</style>
</head>
<body>
<main>
<p class="note">${note}</p>
${body}
</main>
</body>
</html>
`.markup;
}
