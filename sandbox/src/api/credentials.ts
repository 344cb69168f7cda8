import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';

export function checkCredentials(request: FastifyRequest, expected: { shopId: string; secretKey: string }): void {
  const [, given = ''] = /^Basic\s+(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  const pair = Buffer.from(given, 'base64').toString();
  if (!timingSafeEqual(digest(pair), digest(`${expected.shopId}:${expected.secretKey}`))) {
    throw new ApiError('invalid_credentials', 'Wrong shopId or secret key', 'Authorization');
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
