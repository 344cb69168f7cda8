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
  params: z.object({ provider: z.enum(['yookassa']) }),
  query: z.object({ secret: z.optional(z.string()) }),
  body: z.looseObject({
    event: z.string().check(z.maxLength(64), z.regex(/^[\w.]+$/)),
    object: z.looseObject({ id: z.string().check(z.maxLength(64), z.regex(/^[\w-]+$/)) }),
  }),
  status: 200,
  answer: z.object({ status: z.literal('ok') }),
  problems: ['not_found'],
});
