import { getLiveness, getReadiness } from '@kazna/contract/shared/health';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { OutcomeUnknown } from '../db/errors.ts';
import { createWriteProbe, NotWritable } from '../db/write-probe.ts';
import { counter, durations } from '../metrics.ts';
import type { Api } from './api.ts';
import { Problem } from './problem.ts';

export function healthRoutes(api: Api, db: Database): void {
  api.on(getLiveness, async () => ({ status: 'ok' as const }));
  const probeWrite = createWriteProbe(db);
  api.on(getReadiness, async () => {
    await probeWrite().catch((error) => {
      throw error instanceof NotWritable || error instanceof OutcomeUnknown ? new Problem('unavailable') : error;
    });
    return { status: 'ok' as const };
  });
}

/** A program that puts its key into a path by mistake. */
const apiKeys = /kzn_live_\w+/g;

/** Logs one line per answer. Its fields hold no secrets, and searching them for secrets costs CPU time. */
export function requestLogger(log: Logger): (request: FastifyRequest, reply: FastifyReply) => void {
  const plainLog = log.child({}, { redact: [] });
  return (request, reply) => {
    // Without the query, which may contain tokens.
    const path = (request.url.split('?')[0] ?? '').replace(apiKeys, '[hidden]');
    const what = `${request.method} ${path} ${reply.statusCode}`;
    plainLog.info({ reqId: request.id, address: request.ip, ms: Math.round(reply.elapsedTime) }, what);
  };
}

const requests = counter('http_requests_total', 'Answered requests', ['method', 'route', 'status']);
const seconds = durations('http_request_seconds', 'From the request to the end of its answer', ['method', 'route']);

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Counts by the route's pattern: an address may hold an id, or anything at all. */
export function countRequest(request: FastifyRequest, reply: FastifyReply): void {
  const method = methods.includes(request.method) ? request.method : 'other';
  const route = request.routeOptions.url ?? 'none';
  requests.inc({ method, route, status: reply.statusCode });
  seconds.observe({ method, route }, reply.elapsedTime / 1000);
}
