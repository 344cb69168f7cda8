import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { Logger } from 'pino';
import { stopGracefully } from './graceful-stop.ts';
import { http } from './node-http.ts';
import { requestLogger } from './observability.ts';
import { type Audience, audienceOf, databaseProblem, Problem } from './problem.ts';
import { countRequest } from './request-metrics.ts';
import { apiHeaders } from './security-headers.ts';

export interface HttpOptions {
  log: Logger;
  trustedProxies: string[];
  isHttps: boolean;
  timeouts?: HttpTimeouts;
}

/** In milliseconds. */
export interface HttpTimeouts {
  /** From the first byte of a request to the end of its headers, and of its body. */
  headers: number;
  request: number;
  checkInterval: number;
  /** How long a stopping server waits before it closes open connections. */
  stop: number;
}

const defaultTimeouts: HttpTimeouts = { headers: 15_000, request: 30_000, checkInterval: 2000, stop: 10_000 };

/** Fastify with JSON bodies, problems for every error and security headers on every answer. */
export function createHttpServer({
  log,
  trustedProxies,
  isHttps,
  timeouts = defaultTimeouts,
}: HttpOptions): FastifyInstance {
  const headers = apiHeaders(isHttps);
  const app = Fastify({
    loggerInstance: asItsOwnChild(log),
    genReqId: () => randomUUID(),
    logController: new Fastify.LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    // HEAD would run the GET handler, which may consume a token.
    exposeHeadRoutes: false,
    bodyLimit: 64 * 1024,
    // Ten seconds by default: a busy machine may need longer to load the code.
    pluginTimeout: 120_000,
    forceCloseConnections: 'idle',
    requestTimeout: timeouts.request,
    http: { headersTimeout: timeouts.headers, connectionsCheckingInterval: timeouts.checkInterval },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // The contract's schemas check requests, so that Fastify's own compilers, a hundred modules, are never loaded.
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
    // A keep-alive connection may send one more request during the stop; it gets a normal answer.
    return503OnClosing: false,
    // These errors happen before any hook runs, so the headers are set here.
    frameworkErrors: (error, request, reply) => {
      const isTooLong = error.code === 'FST_ERR_MAX_PARAM_LENGTH';
      reply.headers({ ...headers, 'x-request-id': request.id });
      sendProblem(reply, new Problem(isTooLong ? 'not_found' : 'malformed_request'));
    },
    clientErrorHandler: (error, socket) => answerUnparsable(error, socket, headers),
  });
  stopGracefully(app, timeouts.stop);
  // Node by itself would answer 417 without our headers.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    // Node notices a broken request after an upgrade that was not made only by its time limit.
    if (request.raw.headers.upgrade !== undefined) reply.header('connection', 'close');
    // Node parses a broken request line as HTTP 0.9 and the following lines as headers.
    const isMalformed = request.raw.httpVersionMajor < 1 || hasTwoHosts(request.raw.rawHeaders);
    done(isMalformed ? new Problem('malformed_request') : undefined);
  });
  noteAnswers(app, log);
  acceptJson(app);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = toProblem(error, audienceOf(request.url));
    if (problem.code === 'internal_error') log.error({ reqId: request.id, err: error }, 'request failed');
    else if (databaseProblem(error)) log.warn({ reqId: request.id, err: error }, problem.code);
    return sendProblem(reply, problem);
  });
  return app;
}

/** Each route by a hook of its own, which knows its pattern: Fastify composes a description of the route for each reader of it. */
function noteAnswers(app: FastifyInstance, log: Logger): void {
  const logRequest = requestLogger(log);
  const noteOf = (route: string) => (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    const ms = reply.elapsedTime;
    logRequest(request, reply, ms);
    countRequest(request.method, route, { status: reply.statusCode, ms });
    done();
  };
  app.addHook('onRoute', (route) => {
    route.onResponse = noteOf(route.url);
  });
  const noteOther = noteOf('none');
  app.addHook('onResponse', (request, reply, done) => (request.is404 ? noteOther(request, reply, done) : done()));
}

/** A child logger per request costs more than the lines it writes, so log calls pass `reqId`. */
function asItsOwnChild(log: Logger): FastifyBaseLogger {
  const own: FastifyBaseLogger = Object.create(log, { child: { value: () => own } });
  return own;
}

function refuseSchema(): never {
  throw new Error('Routes are bound by the contract and have no schemas of Fastify');
}

export function sendProblem(reply: FastifyReply, problem: Problem) {
  const body = problem.body(audienceOf(reply.request.url));
  if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', String(problem.retryAfterSeconds));
  else if (body.status === 503) reply.header('retry-after', '5');
  if (body.status === 401) reply.header('www-authenticate', 'Bearer');
  return reply.code(body.status).type('application/problem+json; charset=utf-8').send(JSON.stringify(body));
}

function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    // Decoding invalid UTF-8 would store characters that were not sent.
    else if (!isUtf8(body)) done(new Problem('malformed_request'));
    else void parse(request, body.toString(), done);
  });
}

/** Node uses the first of two Host headers and a proxy may use the second: RFC 9112 has both refused. */
function hasTwoHosts(rawHeaders: string[]): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

function toProblem(error: unknown, audience: Audience): Problem {
  if (error instanceof Problem) return error.isFor(audience) ? error : new Problem('internal_error');
  const passing = databaseProblem(error);
  if (passing) return passing;
  const status = (error as FastifyError).statusCode ?? 500;
  if (status === 413) return new Problem('payload_too_large');
  if (status === 415) return new Problem('unsupported_media_type');
  if (status === 503) return new Problem('unavailable');
  return new Problem(status >= 400 && status < 500 ? 'malformed_request' : 'internal_error');
}

/** Requests that are not valid HTTP never reach Fastify, so the answer is written to the socket. */
function answerUnparsable(error: NodeJS.ErrnoException, socket: Socket, headers: Record<string, string>): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const problem = new Problem(error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request_timeout' : 'malformed_request');
  const { status } = problem.body();
  const body = JSON.stringify(problem.body());
  const lines = Object.entries({ ...headers, 'content-type': 'application/problem+json; charset=utf-8' });
  socket.end(
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\n${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
