import { randomUUID } from 'node:crypto';
import type { FastifyError, FastifyReply } from 'fastify';
import { IllegalTransition } from '../payment.ts';

const statuses = {
  invalid_request: 400,
  invalid_credentials: 401,
  not_found: 404,
  internal_server_error: 500,
} as const;

type ErrorCode = keyof typeof statuses;

export class ApiError extends Error {
  code: ErrorCode;
  parameter: string | undefined;

  constructor(code: ErrorCode, description: string, parameter?: string) {
    super(description);
    this.code = code;
    this.parameter = parameter;
  }
}

export interface ErrorAnswer {
  status: number;
  body: string;
}

export function toErrorAnswer(error: unknown): ErrorAnswer {
  const { code, message, parameter } = toApiError(error);
  const body = { type: 'error', id: randomUUID(), code, description: message, ...(parameter && { parameter }) };
  return { status: statuses[code], body: JSON.stringify(body) };
}

export function sendError(reply: FastifyReply, error: unknown): FastifyReply {
  const { status, body } = toErrorAnswer(error);
  return sendJson(reply, status, body);
}

export function sendJson(reply: FastifyReply, status: number, body: string): FastifyReply {
  return reply.code(status).type('application/json; charset=utf-8').send(body);
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof IllegalTransition) return new ApiError('invalid_request', error.message);
  const status = (error as FastifyError).statusCode ?? 500;
  return status < 500
    ? new ApiError('invalid_request', (error as Error).message)
    : new ApiError('internal_server_error', 'The outcome is unknown: repeat with the same Idempotence-Key');
}
