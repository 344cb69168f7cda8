import type { SavedMethod } from '../saved-method.ts';
import type { CardErrors, TypedCard } from './card-form.ts';
import { html } from './html.ts';
import type { Page } from './page.ts';
import { cancelForm, cardFields, cardList } from './payment-pages.ts';

export function bindingPage(
  method: SavedMethod,
  path: string,
  typed: Partial<TypedCard> = {},
  errors: CardErrors = {},
): Page {
  const isWrong = Object.keys(errors).length > 0;
  return {
    title: isWrong ? 'Проверьте данные карты' : 'Сохранение карты',
    status: isWrong ? 422 : 200,
    returnUrl: method.returnUrl,
    body: html`<div class="card"><div><h1>Сохранение карты</h1>
<p class="about">Сейчас ничего не спишется. Магазин сможет списывать с этой карты без подтверждения.</p></div>
<form class="fields" method="post" action="${path}/card" novalidate>
${cardFields(typed, errors)}<button class="main" type="submit" ${typed.code !== undefined && 'autofocus'}>Сохранить карту</button>
</form>${cancelForm({ path })}</div>${cardList({ path }, typed.number)}`,
  };
}

export function boundPage(method: SavedMethod): Page {
  const isBound = method.status === 'active';
  const title = isBound ? 'Карта сохранена' : 'Карта не сохранена';
  const text = isBound ? 'Магазин сможет списывать с неё без подтверждения.' : 'Деньги не списаны.';
  const back =
    method.returnUrl !== undefined && html`<a class="button main" href="${method.returnUrl}">Вернуться в магазин</a>`;
  return { title, body: html`<div class="card outcome"><div><h1>${title}</h1></div><p>${text}</p>${back}</div>` };
}
