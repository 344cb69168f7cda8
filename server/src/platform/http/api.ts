import { Readable } from 'node:stream';
import type { Access, Answer, Answering, Endpoint, FileAnswer, Received } from '@kazna/contract/shared/endpoint';
import { check } from '@kazna/contract/shared/validation';
import { describeInEnglish } from '@kazna/contract/v1/validation';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { z } from 'zod/mini';
import type { Statement } from '../db/database.ts';
import { acceptBytes, readBytes } from './body-parsers.ts';
import type { Authorize, Caller, KeyCaller, TokenCaller } from './caller.ts';
import { type Cookies, cookiesOf } from './cookies.ts';
import { addressOf } from './network.ts';
import { http } from './node-http.ts';
import { audienceOf, Problem } from './problem.ts';

export interface Origin {
  address: string;
  userAgent: string;
}

type CallerFor<A extends Access> = A extends 'public'
  ? null
  : A extends 'refresh'
    ? { refreshToken: string }
    : A extends 'eitherToken'
      ? TokenCaller
      : A extends { key: unknown }
        ? KeyCaller
        : Caller;

interface Call<E extends Endpoint> extends Received<E> {
  caller: CallerFor<E['access']>;
  origin: Origin;
  cookies: Cookies;
}

type Handler<E extends Endpoint> = (call: Call<E>) => Answering<E>;

/** An answer made of rows that come with the session, in one round trip. Only for reads: the rule is applied after. */
interface Reading<E extends Endpoint, Row> {
  /** A `select` that names the caller as `Authorize` says. Columns that are all null are no row. */
  rows: (received: Received<E>) => Statement;
  answer: (rows: Row[], call: Call<E>) => Answer<E>;
}

export interface Api {
  on<E extends Endpoint>(endpoint: E, handler: Handler<E>): void;
  read<E extends Endpoint, Row>(endpoint: E, reading: Reading<E, Row>): void;
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
  const bind = (endpoint: Endpoint, answerTo: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) => {
    if (!endpoint.access) throw new Error(`${endpoint.method} ${endpoint.path} declares no access rule`);
    bound.push(endpoint);
    const route: RouteOptions = {
      method: endpoint.method,
      url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
      ...(endpoint.maxBodyBytes && { bodyLimit: endpoint.maxBodyBytes }),
      // Fastify would look at a promise once more after the answer is sent.
      handler: (request, reply) => {
        const send = (answer: unknown) => {
          if (checkAnswers) assertAnswer(endpoint, answer);
          reply.code(endpoint.status);
          if (endpoint.answer) sendJson(reply, answer);
          else sendBare(reply, answer as BareAnswer);
        };
        answerTo(request, reply)
          .then(send)
          .catch((error) => reply.send(error instanceof Error ? error : new Error(String(error))));
      },
    };
    if (endpoint.bytes) acceptBytes(app, route);
    else app.route(route);
  };
  return {
    bound,
    on: (endpoint, handler) =>
      bind(endpoint, async (request, reply) => {
        const { caller } = await authorize(endpoint, request, reply);
        if (endpoint.bytes) request.body = await readBytes(request, endpoint.maxBodyBytes ?? 0);
        return handler(new RequestCall(receive(endpoint, request), caller, request, reply) as never);
      }),
    read: (endpoint, { rows: rowsFor, answer }) =>
      bind(endpoint, async (request, reply) => {
        const received = tryReceive(endpoint, request);
        const isValid = !(received instanceof Problem);
        const along = isValid ? rowsFor(received as never) : undefined;
        const { caller, rows } = await authorize(endpoint, request, reply, along);
        if (!isValid) throw received;
        return answer(rows as never, new RequestCall(received, caller, request, reply) as never);
      }),
  };
}

/** A caller whom the access rule refuses is not told what else is wrong, so a Problem waits for it. */
function tryReceive(endpoint: Endpoint, request: FastifyRequest): Received<Endpoint> | Problem {
  try {
    return receive(endpoint, request);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

class RequestCall {
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  readonly body: unknown;
  readonly caller: unknown;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;

  constructor(
    { params, query, headers, body }: Received<Endpoint>,
    caller: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    this.params = params;
    this.query = query;
    this.headers = headers;
    this.body = body;
    this.caller = caller;
    this.#request = request;
    this.#reply = reply;
  }

  /** Most handlers never ask: to bring an address into its one spelling is not free. */
  get origin(): Origin {
    const { headers } = this.#request;
    return { address: addressOf(this.#request), userAgent: headers['user-agent']?.slice(0, 500) ?? '' };
  }

  get cookies(): Cookies {
    return cookiesOf(this.#request, this.#reply);
  }
}

/** Node writes a text together with the headers; a buffer would be a second piece, which costs more than to encode it. */
function sendJson(reply: FastifyReply, answer: unknown): void {
  reply.type('application/json; charset=utf-8').send(JSON.stringify(answer));
}

type BareAnswer = undefined | { location: string } | FileAnswer;

function sendBare(reply: FastifyReply, answer: BareAnswer): FastifyReply {
  if (answer === undefined) return reply.send();
  if ('location' in answer) return reply.header('location', answer.location).send();
  if (answer.name) reply.header('content-disposition', attachmentNamed(answer.name));
  return reply.type(answer.contentType).send(Readable.from(answer.chunks));
}

/** A name in Russian is written as RFC 6266 says, which every browser reads. */
export function attachmentNamed(name: string): string {
  return /^[\w .()-]+$/.test(name)
    ? `attachment; filename="${name}"`
    : `attachment; filename*=UTF-8''${encodeURIComponent(name)}`;
}

function receive(endpoint: Endpoint, request: FastifyRequest): Received<Endpoint> {
  // A malformed id in a path answers as a missing one.
  const params = endpoint.params ? check(endpoint.params, request.params) : undefined;
  if (params?.errors) throw new Problem('not_found');
  const accept = (schema: z.ZodMiniType, input: unknown) => acceptFor(endpoint, schema, input);
  return {
    params: params?.data,
    query: endpoint.query && accept(endpoint.query, request.query),
    headers: endpoint.headers && accept(endpoint.headers, request.headers),
    body: endpoint.bytes ? request.body : endpoint.body && accept(endpoint.body, request.body ?? {}),
  } as Received<Endpoint>;
}

function acceptFor({ path }: Endpoint, schema: z.ZodMiniType, input: unknown): unknown {
  const { data, errors } = check(schema, input, audienceOf(path) === 'program' ? describeInEnglish : undefined);
  if (errors) throw new Problem('validation_failed', { errors });
  return data;
}

function assertAnswer(endpoint: Endpoint, answer: unknown): void {
  if (!endpoint.answer) return;
  const { errors } = check(endpoint.answer, answer);
  if (errors) {
    const what = `${endpoint.method} ${endpoint.path} ${endpoint.status} ${http.STATUS_CODES[endpoint.status]}`;
    throw new Error(`${what}: answer breaks the contract: ${JSON.stringify(errors)}`);
  }
}
