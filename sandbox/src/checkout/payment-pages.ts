import { renderSVG } from 'uqr';
import type { TestCard } from '../cards.ts';
import type { MethodType, Payment } from '../payment.ts';
import type { CardErrors, TypedCard } from './card-form.ts';
import { field, type Html, html, safe } from './html.ts';
import { type Page, summary } from './page.ts';

export interface Place {
  path: string;
  url: string;
  cards: TestCard[];
  confirmationCode: string;
}

export function cardPage(
  payment: Payment,
  place: Place,
  typed: Partial<TypedCard> = {},
  errors: CardErrors = {},
): Page {
  const firstWrong = Object.keys(errors)[0];
  const isFilledIn = typed.code !== undefined;
  return {
    title: firstWrong ? 'Проверьте данные карты' : 'Оплата',
    status: firstWrong ? 422 : 200,
    returnUrl: payment.returnUrl,
    body: html`<div class="card">${summary(payment, 'Оплата')}${methods(payment, place, 'bank_card')}
<form class="fields" method="post" action="${place.path}/card" novalidate>
${cardFields(typed, errors)}${payment.savesMethod === true && saveTick}
<button class="main" type="submit" ${isFilledIn && 'autofocus'}>Оплатить</button>
</form>${cancelForm(place)}</div>${cardList(place, typed.number)}`,
  };
}

/** The payer has the last word on whether the card is saved. */
const saveTick = html`<label class="tick wide"><input type="checkbox" name="save" value="1" checked>
<span>Сохранить карту, чтобы магазин списывал с неё без подтверждения</span></label>`;

export function cardFields(typed: Partial<TypedCard>, errors: CardErrors): Html[] {
  const firstWrong = Object.keys(errors)[0];
  const common = (name: keyof TypedCard) => ({ name, error: errors[name], isFocused: firstWrong === name });
  const isFilledIn = typed.code !== undefined;
  return [
    field({
      ...common('number'),
      label: 'Номер карты',
      hint: 'Подойдёт только тестовая карта. Нажмите на неё в списке',
      autocomplete: 'cc-number',
      maxLength: 40,
      value: isFilledIn && typed.number ? groupByFour(typed.number) : typed.number,
      isWide: true,
    }),
    field({
      ...common('expiry'),
      label: 'Срок действия',
      hint: 'Месяц и год: ММ/ГГ',
      autocomplete: 'cc-exp',
      maxLength: 12,
      value: typed.expiry,
    }),
    field({
      ...common('code'),
      label: 'Код',
      hint: '3 цифры на обороте',
      autocomplete: 'cc-csc',
      maxLength: 4,
      value: typed.code,
    }),
  ];
}

export function confirmCardPage(payment: Payment, place: Place, error?: string): Page {
  const last4 = payment.challenge?.card.last4 ?? '';
  const code = field({
    name: 'code',
    label: 'Код из сообщения',
    hint: `Это проверка, сообщения не будет. Введите\u00a0${place.confirmationCode}`,
    autocomplete: 'one-time-code',
    maxLength: 8,
    isWide: true,
    isFocused: true,
    error,
  });
  return {
    title: error ? 'Проверьте код' : 'Подтверждение оплаты',
    status: error ? 422 : 200,
    returnUrl: payment.returnUrl,
    body: html`<div class="card">${summary(payment, 'Подтверждение оплаты')}
<p>Банк просит подтвердить оплату картой •• ${last4}.</p>
<form class="fields" method="post" action="${place.path}/confirm-card" novalidate>
${code}
<button class="main" type="submit">Подтвердить</button>
</form>${cancelForm(place)}</div>`,
  };
}

export function sbpPage(payment: Payment, place: Place): Page {
  const code = safe(renderSVG(`${place.url}/sbp`, { border: 3 }));
  return {
    title: 'Оплата',
    returnUrl: payment.returnUrl,
    body: html`<div class="card">${summary(payment, 'Оплата')}${methods(payment, place, 'sbp')}
<div class="qr" role="img" aria-label="QR-код для оплаты через СБП">${code}</div>
<p class="center">Наведите камеру телефона на QR-код. Здесь же можно подтвердить оплату вместо банка.</p>
${confirmSbpForm(place)}
<a class="button plain" href="${place.path}?method=sbp">Проверить оплату</a>
${cancelForm(place)}</div>`,
  };
}

export function bankPage(payment: Payment, place: Place): Page {
  return {
    title: 'Подтверждение оплаты',
    returnUrl: payment.returnUrl,
    body: html`<div class="card">${summary(payment, 'Подтверждение оплаты')}
<p>Так выглядела бы оплата через СБП в приложении банка.</p>
${confirmSbpForm(place)}${cancelForm(place)}</div>`,
  };
}

function confirmSbpForm(place: Place): Html {
  return html`<form method="post" action="${place.path}/sbp">
<button class="main" type="submit">Подтвердить оплату</button>
</form>`;
}

export function cancelForm(place: Pick<Place, 'path'>): Html {
  return html`<form class="quiet" method="post" action="${place.path}/cancel">
<button class="plain" type="submit">Отменить</button>
</form>`;
}

function methods(payment: Payment, place: Place, chosen: MethodType): Html | false {
  if (payment.requestedMethod) return false;
  const link = (method: MethodType, name: string) =>
    html`<a href="${place.path}?method=${method}"${method === chosen && html` aria-current="page"`}>${name}</a>`;
  return html`<nav class="methods" aria-label="Способ оплаты">${link('bank_card', 'Карта')}${link('sbp', 'СБП')}</nav>`;
}

function groupByFour(number: string): string {
  return number.replace(/\d{4}(?=\d)/g, '$& ');
}

/** Links reload the page with the card prefilled, since the CSP allows no script. */
export function cardList(place: Pick<Place, 'path' | 'cards'>, chosen: string | undefined): Html {
  const rows = place.cards.map(({ number, effect, outcome }) => {
    const current = number === chosen && html` aria-current="true"`;
    return html`<li><a href="${place.path}?method=bank_card&card=${number}"${current}>${outcomeIcon(outcome)}
<b>${groupByFour(number)}</b> <span>${effect}</span></a></li>`;
  });
  return html`<details open><summary>Тестовые карты</summary>
<p>Нажмите на карту, и форма заполнится. Подойдут любой будущий срок и любые три цифры кода. Другие номера касса отклонит.</p>
<ul class="cards">${rows}</ul>
</details>`;
}

function outcomeIcon(outcome: TestCard['outcome']): Html {
  const [tone, path] = {
    success: ['good', html`<path d="m4 10.5 4 4 8-9"/>`],
    three_d_secure: [
      'good',
      html`<rect x="4" y="9" width="12" height="8" rx="2"/><path d="M7 9V6.5a3 3 0 0 1 6 0V9"/>`,
    ],
    decline: ['bad', html`<path d="m5 5 10 10m0-10L5 15"/>`],
  }[outcome] as [string, Html];
  return html`<svg class="${tone}" viewBox="0 0 20 20" aria-hidden="true">${path}</svg>`;
}
