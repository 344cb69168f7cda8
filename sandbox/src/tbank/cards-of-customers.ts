import { randomUUID } from 'node:crypto';
import { asOneOf, asText, type Fields, optional } from '../api/fields.ts';
import { bindingUrl } from '../api-object.ts';
import { methodChanges } from '../changes.ts';
import type { Sandbox } from '../context.ts';
import { findMethod } from '../expiry.ts';
import type { SavedMethod } from '../saved-method.ts';
import { cardFields, cardIdOf, rebillIdOf } from './dialect.ts';
import { Refused } from './refused.ts';

/** Customers are known by the cards that they have. */
export function addCustomer(_sandbox: Sandbox, fields: Fields): object {
  return { CustomerKey: asText(fields.CustomerKey, 'CustomerKey', 36) };
}

export function addCard(sandbox: Sandbox, fields: Fields): object {
  const customerKey = asText(fields.CustomerKey, 'CustomerKey', 36);
  optional(fields.CheckType, (type) => asOneOf(type, 'CheckType', ['NO', 'HOLD', '3DS', '3DSHOLD']));
  const now = sandbox.now();
  const returnUrl = sandbox.cardReturnUrl?.replace('{CustomerKey}', encodeURIComponent(customerKey));
  const method: SavedMethod = {
    id: randomUUID(),
    status: 'pending',
    createdAt: now,
    expiresAt: now + sandbox.paymentLifetimeMs,
    customerKey,
    ...(returnUrl && { returnUrl }),
  };
  sandbox.commit(methodChanges(sandbox, method));
  return { CustomerKey: customerKey, RequestKey: method.id, PaymentURL: bindingUrl(method, sandbox) };
}

const statuses = { pending: 'NEW', active: 'COMPLETED', inactive: 'REJECTED' };

export function getAddCardState(sandbox: Sandbox, fields: Fields): object {
  const method = findMethod(sandbox, String(fields.RequestKey));
  if (!method) throw new Refused('255', 'Привязка не найдена');
  const { id, status, customerKey, card } = method;
  return {
    RequestKey: id,
    CustomerKey: customerKey,
    Status: statuses[status],
    ...(card && { CardId: cardIdOf(id), RebillId: rebillIdOf(id) }),
  };
}

export function getCardList(sandbox: Sandbox, fields: Fields): object {
  const customerKey = asText(fields.CustomerKey, 'CustomerKey', 36);
  return cardsOf(sandbox, customerKey).map((method) => ({
    ...cardFields(method),
    Status: method.status === 'active' ? 'A' : 'D',
    RebillId: rebillIdOf(method.id),
    CardType: 0,
  }));
}

export function removeCard(sandbox: Sandbox, fields: Fields): object {
  const customerKey = asText(fields.CustomerKey, 'CustomerKey', 36);
  const method = cardsOf(sandbox, customerKey).find(({ id }) => cardIdOf(id) === fields.CardId);
  if (!method) throw new Refused('7', 'Карта не найдена');
  sandbox.commit([{ table: 'methods', id: method.id, value: { ...method, status: 'inactive' } }]);
  return { CustomerKey: customerKey, CardId: fields.CardId, Status: 'D', CardType: 0 };
}

function cardsOf(sandbox: Sandbox, customerKey: string): SavedMethod[] {
  return [...sandbox.state.methods.values()].filter((method) => method.customerKey === customerKey && method.card);
}
