import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

/** Writes one line for each answer. Its few known fields have nothing to hide, and to search them for secrets costs. */
export function requestLogger(log: Logger): (request: FastifyRequest, reply: FastifyReply) => void {
  const plainLog = log.child({}, { redact: [] });
  return (request, reply) => {
    // Without the query: it may hold tokens.
    const what = `${request.method} ${request.url.split('?')[0]} ${reply.statusCode}`;
    plainLog.info({ reqId: request.id, address: request.ip, ms: Math.round(reply.elapsedTime) }, what);
  };
}
