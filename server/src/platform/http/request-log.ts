import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

/** Logs one line per answer. Its fields hold no secrets, and searching them for secrets costs CPU time. */
export function requestLogger(log: Logger): (request: FastifyRequest, reply: FastifyReply) => void {
  const plainLog = log.child({}, { redact: [] });
  return (request, reply) => {
    // Without the query, which may contain tokens.
    const what = `${request.method} ${request.url.split('?')[0]} ${reply.statusCode}`;
    plainLog.info({ reqId: request.id, address: request.ip, ms: Math.round(reply.elapsedTime) }, what);
  };
}
