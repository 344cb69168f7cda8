import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Sandbox } from '../context.ts';
import { ApiError, sendError } from './api-error.ts';
import { paymentMethodRoutes } from './payment-methods.ts';
import { paymentRoutes } from './payments.ts';
import { receiptRoutes } from './receipts.ts';
import { refundRoutes } from './refunds.ts';

export async function apiRoutes(app: FastifyInstance, sandbox: Sandbox): Promise<void> {
  registerJson(app, sandbox);
  paymentRoutes(app, sandbox);
  refundRoutes(app, sandbox);
  paymentMethodRoutes(app, sandbox);
  receiptRoutes(app, sandbox);
}

/** Parses JSON, formats the provider's errors and requires the shop's credentials. */
export function registerJson(app: FastifyInstance, sandbox: Sandbox): void {
  const parse = app.getDefaultJsonParser('error', 'ignore');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done);
  });
  app.addHook('onRequest', async (request) => checkCredentials(request, sandbox));
  app.setErrorHandler((error, request, reply) => {
    const sent = sendError(reply, error);
    if (reply.statusCode >= 500) request.log.error({ err: error }, 'sandbox failed');
    return sent;
  });
  app.setNotFoundHandler((_request, reply) => sendError(reply, new ApiError('not_found', 'There is no such call')));
}

function checkCredentials(request: FastifyRequest, expected: { shopId: string; secretKey: string }): void {
  const [, given = ''] = /^Basic\s+(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  const pair = Buffer.from(given, 'base64').toString();
  if (!timingSafeEqual(digest(pair), digest(`${expected.shopId}:${expected.secretKey}`))) {
    throw new ApiError('invalid_credentials', 'Wrong shopId or secret key', 'Authorization');
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
