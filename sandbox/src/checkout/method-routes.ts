import type { FastifyInstance } from 'fastify';
import { bindingUrl } from '../api-object.ts';
import { findTestCard, outcomeOf, toBankCard } from '../cards.ts';
import { methodChanges } from '../changes.ts';
import type { Sandbox } from '../context.ts';
import { findMethod } from '../expiry.ts';
import { activate, giveUp, type SavedMethod } from '../saved-method.ts';
import { type CardErrors, checkCard, nextYears, type TypedCard, typedCard } from './card-form.ts';
import { html } from './html.ts';
import { notFoundPage } from './outcome-page.ts';
import { type Page, sendPage } from './page.ts';
import { cancelForm, cardFields, cardList, type Place } from './payment-pages.ts';

type ById = { Params: { id: string }; Querystring: { card?: string } };
type CardPlace = Pick<Place, 'path' | 'cards'>;
type Form = Record<string, string | undefined>;

export function methodRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  const { cards } = sandbox.dialect;
  const placeOf = (method: SavedMethod) => ({ path: new URL(bindingUrl(method, sandbox)).pathname, cards });
  app.get<ById>('/methods/:id', async (request, reply) => {
    const method = findMethod(sandbox, request.params.id);
    const chosen = findTestCard(cards, request.query.card);
    const typed = chosen && { number: chosen.number, expiry: nextYears(sandbox.now()), code: '123' };
    const page = method ? drawMethod(method, placeOf(method), typed) : notFoundPage();
    return sendPage(request, reply, sandbox.publicUrl, page);
  });
  const take = (path: string, decide: (method: SavedMethod, form: Form) => SavedMethod | Page) =>
    app.post<ById>(path, async (request, reply) => {
      const method = findMethod(sandbox, request.params.id);
      if (!method) return sendPage(request, reply, sandbox.publicUrl, notFoundPage());
      const step = method.status === 'pending' ? decide(method, (request.body ?? {}) as Form) : method;
      if (!('id' in step)) return sendPage(request, reply, sandbox.publicUrl, step);
      if (step !== method) sandbox.commit(methodChanges(sandbox, step));
      const returnUrl = (step.status === 'inactive' ? step.failUrl : undefined) ?? step.returnUrl;
      return reply.redirect(returnUrl ?? placeOf(step).path, 303);
    });
  take('/methods/:id/card', (method, form) => bindCard(method, form, placeOf(method), sandbox.now()));
  take('/methods/:id/cancel', giveUp);
}

function drawMethod(method: SavedMethod, place: CardPlace, typed: Parameters<typeof bindingPage>[2]): Page {
  return method.status === 'pending' ? bindingPage(method, place, typed) : boundPage(method);
}

function bindCard(method: SavedMethod, form: Form, place: CardPlace, now: number): SavedMethod | Page {
  const typed = typedCard(form);
  const checked = checkCard(typed, now);
  if ('errors' in checked)
    return bindingPage(method, place, { number: typed.number, expiry: typed.expiry }, checked.errors);
  const { number, expiryMonth, expiryYear } = checked.card;
  if (outcomeOf(place.cards, number).outcome === 'decline') return giveUp(method);
  return activate(method, toBankCard(number, expiryMonth, expiryYear));
}

function bindingPage(
  method: SavedMethod,
  place: CardPlace,
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
<form class="fields" method="post" action="${place.path}/card" novalidate>
${cardFields(typed, errors)}<button class="main" type="submit" ${typed.code !== undefined && 'autofocus'}>Сохранить карту</button>
</form>${cancelForm(place)}</div>${cardList(place, typed.number)}`,
  };
}

function boundPage(method: SavedMethod): Page {
  const isBound = method.status === 'active';
  const title = isBound ? 'Карта сохранена' : 'Карта не сохранена';
  const text = isBound ? 'Магазин сможет списывать с неё без подтверждения.' : 'Деньги не списаны.';
  const back =
    method.returnUrl !== undefined && html`<a class="button main" href="${method.returnUrl}">Вернуться в магазин</a>`;
  return { title, body: html`<div class="card outcome"><div><h1>${title}</h1></div><p>${text}</p>${back}</div>` };
}
