import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { id } from '../shared/fields.ts';

export const returnFromProvider = endpoint({
  method: 'GET',
  path: '/api/payments/{paymentId}/return',
  summary: 'Where the provider sends the person back: asks the provider and leads to the result',
  access: 'public',
  params: z.object({ paymentId: id }),
  status: 303,
});

export const receiveNotification = endpoint({
  method: 'POST',
  path: '/api/webhooks/{provider}',
  summary: 'A hint from the provider that something changed; the object is fetched before anything is believed',
  access: 'public',
  params: z.object({ provider: z.string().check(z.maxLength(32), z.regex(/^[a-z]+$/)) }),
  /** Each provider has its own way to prove itself, and its own body. */
  query: z.looseObject({}),
  body: z.looseObject({}),
  status: 200,
  /** `{"status":"ok"}`, or what else the provider takes for an acknowledgement. */
  file: ['application/json', 'text/plain'],
  problems: ['not_found', 'malformed_request'],
});
