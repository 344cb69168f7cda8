import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { checkoutUrl } from '../api-object.ts';
import { declineBy, findTestCard, outcomeOf, toBankCard } from '../cards.ts';
import { paymentChanges } from '../changes.ts';
import type { Sandbox } from '../context.ts';
import { findPayment } from '../expiry.ts';
import { authorize, cancel, challenge, failChallenge, type MethodType, type Payment } from '../payment.ts';
import { checkCard, nextYears, typedCard } from './card-form.ts';
import { acceptForms } from './forms.ts';
import { methodRoutes } from './method-routes.ts';
import { notFoundPage, outcomePage } from './outcome-page.ts';
import { type Page, sendPage } from './page.ts';
import { bankPage, cardPage, confirmCardPage, type Place, sbpPage } from './payment-pages.ts';

type ById = { Params: { id: string }; Querystring: { method?: string; card?: string } };
type Form = Record<string, string | undefined>;

type Step = Payment | Page;

export async function checkoutRoutes(app: FastifyInstance, sandbox: Sandbox): Promise<void> {
  acceptForms(app);
  const notFound = (request: FastifyRequest, reply: FastifyReply) =>
    sendPage(request, reply, sandbox.publicUrl, notFoundPage());
  app.setNotFoundHandler(notFound);

  const show = (path: string, draw: (payment: Payment, place: Place, query: ById['Querystring']) => Page) =>
    app.get<ById>(path, async (request, reply) => {
      const payment = findPayment(sandbox, request.params.id);
      if (!payment) return notFound(request, reply);
      if (payment.status === 'pending' && !payment.isShown)
        sandbox.state.commit([{ table: 'payments', id: payment.id, value: { ...payment, isShown: true } }]);
      const page = payment.status === 'pending' ? draw(payment, placeOf(sandbox, payment), request.query) : null;
      return sendPage(request, reply, sandbox.publicUrl, page ?? outcomePage(payment, sandbox.dialect.cards));
    });
  const take = (path: string, decide: (payment: Payment, form: Form) => Step) =>
    app.post<ById>(path, async (request, reply) => {
      const payment = findPayment(sandbox, request.params.id);
      if (!payment) return notFound(request, reply);
      // A repeated or late submit does not change a final status.
      const step = payment.status === 'pending' ? decide(payment, (request.body ?? {}) as Form) : payment;
      if (!('id' in step)) return sendPage(request, reply, sandbox.publicUrl, step);
      if (step !== payment) sandbox.commit(paymentChanges(sandbox, step));
      const returnUrl = (step.status === 'canceled' ? step.failUrl : undefined) ?? step.returnUrl;
      const isDone = step.status !== 'pending' && returnUrl !== undefined;
      return reply.redirect(isDone ? returnUrl : placeOf(sandbox, step).path, 303);
    });

  methodRoutes(app, sandbox);
  show('/:id', (payment, place, query) => drawPayment(payment, place, query, sandbox.now()));
  show('/:id/sbp', (payment, place) =>
    offers(payment, 'sbp') ? bankPage(payment, place) : drawPayment(payment, place, {}, sandbox.now()),
  );
  take('/:id/card', (payment, form) => payByCard(payment, form, placeOf(sandbox, payment), sandbox.now()));
  take('/:id/confirm-card', (payment, form) => confirmCard(sandbox, payment, form));
  take('/:id/sbp', (payment) =>
    offers(payment, 'sbp') ? authorize(payment, { type: 'sbp' }, sandbox.now()) : payment,
  );
  take('/:id/cancel', (payment) =>
    payment.challenge
      ? cancel(payment, declineBy('3d_secure_failed'), payment.challenge.card)
      : cancel(payment, { party: 'merchant', reason: 'canceled_by_merchant' }),
  );
}

function drawPayment(payment: Payment, place: Place, { method, card }: ById['Querystring'], now: number): Page {
  if (payment.challenge) return confirmCardPage(payment, place);
  if ((payment.requestedMethod ?? method) === 'sbp') return sbpPage(payment, place);
  const chosen = findTestCard(place.cards, card);
  return cardPage(payment, place, chosen && { number: chosen.number, expiry: nextYears(now), code: '123' });
}

function payByCard(payment: Payment, form: Form, place: Place, now: number): Step {
  if (!offers(payment, 'bank_card')) return payment;
  const typed = typedCard(form);
  const checked = checkCard(typed, now);
  if ('errors' in checked)
    return cardPage(payment, place, { number: typed.number, expiry: typed.expiry }, checked.errors);
  const { number, expiryMonth, expiryYear } = checked.card;
  const card = toBankCard(number, expiryMonth, expiryYear);
  const chosen = { ...payment, savesMethod: payment.savesMethod === true && form.save === '1' };
  const { outcome, reason } = outcomeOf(place.cards, number);
  if (outcome === 'three_d_secure') return challenge(chosen, card);
  return outcome === 'success' ? authorize(chosen, card, now) : cancel(payment, declineBy(reason), card);
}

function confirmCard(sandbox: Sandbox, payment: Payment, form: Form): Step {
  if (!payment.challenge) return payment;
  if (form.code?.trim() === sandbox.dialect.confirmationCode)
    return authorize(payment, payment.challenge.card, sandbox.now());
  if (!form.code?.trim()) return confirmCardPage(payment, placeOf(sandbox, payment), 'Пожалуйста, введите код');
  const missed = failChallenge(payment);
  if (missed.status !== 'pending') return missed;
  sandbox.commit(paymentChanges(sandbox, missed));
  return confirmCardPage(missed, placeOf(sandbox, missed), 'Код не подошёл. Попробуйте ещё раз');
}

function offers(payment: Payment, method: MethodType): boolean {
  return payment.requestedMethod === undefined || payment.requestedMethod === method;
}

function placeOf(sandbox: Sandbox, payment: Payment): Place {
  const url = checkoutUrl(payment, sandbox);
  const { cards, confirmationCode } = sandbox.dialect;
  return { url, path: new URL(url).pathname, cards, confirmationCode };
}
