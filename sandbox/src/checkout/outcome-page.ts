import { isTestCard, type TestCard } from '../cards.ts';
import type { Payment } from '../payment.ts';
import { type Html, html } from './html.ts';
import { amount, type Page } from './page.ts';

const reasons: Record<string, string> = {
  insufficient_funds: 'На карте не хватает денег.',
  card_expired: 'Срок действия карты истёк.',
  invalid_card_number: 'Неверный номер карты.',
  invalid_csc: 'Неверный код карты.',
  '3d_secure_failed': 'Банк не подтвердил оплату.',
  payment_method_restricted: 'Операции по карте запрещены.',
  payment_method_limit_exceeded: 'Превышен лимит карты.',
  issuer_unavailable: 'Банк сейчас недоступен.',
  fraud_suspected: 'Платёж отклонён проверкой безопасности.',
  country_forbidden: 'Карты этой страны не принимаются.',
};

interface Outcome {
  title: string;
  text: string;
  tone: 'good' | 'bad' | 'wait';
}

export function outcomePage(payment: Payment, cards: TestCard[]): Page {
  const { title, text, tone } = outcome(payment, cards);
  const back =
    payment.returnUrl === undefined
      ? html`<p>Страницу можно закрыть.</p>`
      : html`<a class="button main" href="${payment.returnUrl}">Вернуться в магазин</a>`;
  return {
    title,
    body: html`<div class="card outcome"><div class="sign ${tone}">${icon(tone)}</div>
<div><h1>${title}</h1>
<p class="amount">${amount(payment)}</p>
${payment.description !== undefined && html`<p class="about">${payment.description}</p>`}</div>
<p>${text}</p>${back}</div>`,
  };
}

export function notFoundPage(): Page {
  return {
    title: 'Платёж не найден',
    status: 404,
    body: html`<div class="card outcome"><div class="sign bad">${icon('bad')}</div><h1>Платёж не найден</h1>
<p>Проверьте адрес или начните оплату заново в магазине.</p></div>`,
  };
}

function outcome(payment: Payment, cards: TestCard[]): Outcome {
  if (payment.status === 'succeeded') return { title: 'Оплачено', text: 'Магазин уже получил деньги.', tone: 'good' };
  if (payment.status === 'waiting_for_capture') {
    return { title: 'Деньги заблокированы', text: 'Магазин спишет их, когда подтвердит заказ.', tone: 'wait' };
  }
  const reason = payment.cancellation?.reason ?? 'general_decline';
  if (reason === 'canceled_by_merchant') {
    return { title: 'Платёж отменён', text: 'Деньги не списаны.', tone: 'bad' };
  }
  if (reason.startsWith('expired')) {
    return { title: 'Время оплаты истекло', text: 'Деньги не списаны. Создайте платёж заново.', tone: 'bad' };
  }
  return { title: 'Оплата не прошла', text: `${declineText(payment, reason, cards)} Деньги не списаны.`, tone: 'bad' };
}

function declineText(payment: Payment, reason: string, cards: TestCard[]): string {
  if (payment.method?.type === 'bank_card' && !isTestCard(cards, payment.method)) {
    return 'Это не тестовая карта. Начните оплату заново и возьмите номер из списка тестовых карт.';
  }
  return reasons[reason] ?? 'Банк отклонил платёж без объяснения.';
}

function icon(tone: Outcome['tone']): Html {
  const sign = {
    good: html`<path d="m9 19 6 6 12-13"/>`,
    bad: html`<path d="m10 10 16 16m0-16L10 26"/>`,
    wait: html`<path d="M18 9v10l6 4"/>`,
  }[tone];
  return html`<svg viewBox="0 0 36 36" aria-hidden="true">${sign}</svg>`;
}
