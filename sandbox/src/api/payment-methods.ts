import type { FastifyInstance } from 'fastify';
import { newObjectId, toMethodObject } from '../api-object.ts';
import { methodChanges } from '../changes.ts';
import type { Sandbox } from '../context.ts';
import { findMethod } from '../expiry.ts';
import type { SavedMethod } from '../saved-method.ts';
import { ApiError } from './api-error.ts';
import { getCall, type Outcome, postCall } from './call.ts';
import { asObject, asOneOf, asWebUrl } from './fields.ts';

interface ById {
  Params: { id: string };
}

export function paymentMethodRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.post('/payment_methods', (request, reply) =>
    postCall(sandbox, 'create', request, reply, () => startBinding(sandbox, request.body)),
  );
  app.get<ById>('/payment_methods/:id', (request, reply) =>
    getCall(sandbox, 'get', reply, () => toMethodObject(getMethod(sandbox, request.params.id), sandbox)),
  );
}

function startBinding(sandbox: Sandbox, input: unknown): Outcome {
  const body = asObject(input, 'body');
  asOneOf(body.type, 'type', ['bank_card']);
  const confirmation = asObject(body.confirmation, 'confirmation');
  asOneOf(confirmation.type, 'confirmation.type', ['redirect']);
  const now = sandbox.now();
  const method: SavedMethod = {
    id: newObjectId(now),
    status: 'pending',
    createdAt: now,
    expiresAt: now + sandbox.paymentLifetimeMs,
    returnUrl: asWebUrl(confirmation.return_url, 'confirmation.return_url'),
  };
  return { changes: methodChanges(sandbox, method), object: toMethodObject(method, sandbox) };
}

function getMethod(sandbox: Sandbox, id: string): SavedMethod {
  const method = findMethod(sandbox, id);
  if (!method) throw new ApiError('not_found', 'There is no such payment method', 'payment_method_id');
  return method;
}
