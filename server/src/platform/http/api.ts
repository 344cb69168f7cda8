import { STATUS_CODES } from 'node:http';
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import type { Access, Answering, Endpoint, FileAnswer, Received } from '@kazna/contract/shared/endpoint';
import { check } from '@kazna/contract/shared/validation';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod/mini';
import type { Authorize, Caller } from './caller.ts';
import { canonicalAddress } from './network.ts';
import { Problem } from './problem.ts';

export interface Origin {
  address: string;
  userAgent: string;
}

type CallerFor<A extends Access> = A extends 'public' ? null : A extends 'refresh' ? { refreshToken: string } : Caller;

interface Call<E extends Endpoint> extends Received<E> {
  caller: CallerFor<E['access']>;
  origin: Origin;
}

type Handler<E extends Endpoint> = (call: Call<E>) => Answering<E>;

export interface Api {
  on<E extends Endpoint>(endpoint: E, handler: Handler<E>): void;
  /** Read by the test that no endpoint of the contract is missing. */
  readonly bound: Endpoint[];
}

export interface ApiOptions {
  authorize: Authorize;
  /** Validates our own answers against the contract: too slow for production. */
  checkAnswers: boolean;
}

export function createApi(app: FastifyInstance, { authorize, checkAnswers }: ApiOptions): Api {
  const bound: Endpoint[] = [];
  return {
    bound,
    on(endpoint, handler) {
      if (!endpoint.access) throw new Error(`${endpoint.method} ${endpoint.path} declares no access rule`);
      bound.push(endpoint);
      app.route({
        method: endpoint.method,
        url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
        handler: async (request, reply) => {
          const caller = await authorize(endpoint, request);
          const received = receive(endpoint, request);
          const origin = { address: addressOf(request), userAgent: request.headers['user-agent']?.slice(0, 500) ?? '' };
          const answer = await handler({ ...received, caller, origin } as never);
          if (checkAnswers) assertAnswer(endpoint, answer);
          reply.code(endpoint.status);
          return endpoint.answer ? sendJson(reply, answer) : sendBare(reply, answer as BareAnswer);
        },
      });
    },
  };
}

/** X-Forwarded-For is client-controlled. When it is not an IP address, the socket's address counts. */
function addressOf(request: FastifyRequest): string {
  const address = canonicalAddress(request.ip);
  return isIP(address) ? address : canonicalAddress(request.socket.remoteAddress ?? '0.0.0.0');
}

/** A buffer saves two passes over the text: one for its length, one to join it with the headers. */
function sendJson(reply: FastifyReply, answer: unknown): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(Buffer.from(JSON.stringify(answer)));
}

/** No body, a redirect or a file. */
type BareAnswer = undefined | { location: string } | FileAnswer;

function sendBare(reply: FastifyReply, answer: BareAnswer): FastifyReply {
  if (answer === undefined) return reply.send();
  if ('location' in answer) return reply.header('location', answer.location).send();
  if (answer.name) reply.header('content-disposition', `attachment; filename="${answer.name}"`);
  return reply.type(answer.contentType).send(Readable.from(answer.chunks));
}

function receive(endpoint: Endpoint, request: FastifyRequest): Received<Endpoint> {
  // A malformed id in a path answers as a missing one.
  const params = endpoint.params ? check(endpoint.params, request.params) : undefined;
  if (params?.errors) throw new Problem('not_found');
  return {
    params: params?.data,
    query: endpoint.query && accept(endpoint.query, request.query),
    headers: endpoint.headers && accept(endpoint.headers, request.headers),
    body: endpoint.body && accept(endpoint.body, request.body ?? {}),
  } as Received<Endpoint>;
}

function accept(schema: z.ZodMiniType, input: unknown): unknown {
  const { data, errors } = check(schema, input);
  if (errors) throw new Problem('validation_failed', { errors });
  return data;
}

function assertAnswer(endpoint: Endpoint, answer: unknown): void {
  if (!endpoint.answer) return;
  const { errors } = check(endpoint.answer, answer);
  if (errors) {
    const what = `${endpoint.method} ${endpoint.path} ${endpoint.status} ${STATUS_CODES[endpoint.status]}`;
    throw new Error(`${what}: answer breaks the contract: ${JSON.stringify(errors)}`);
  }
}
