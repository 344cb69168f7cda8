import { hostname } from 'node:os';
import type { FastifyReply, FastifyRequest } from 'fastify';
import pino, { type DestinationStream, type Logger } from 'pino';

const place = `"pid":${process.pid},"hostname":${JSON.stringify(hostname())}`;

/**
 * Writes one line of JSON for each answer, as the log itself would, but put together by hand: its few known fields have
 * nothing to hide, and to search them for secrets costs more than to write them.
 */
export function requestLogger(log: Logger): (request: FastifyRequest, reply: FastifyReply) => void {
  const { [pino.symbols.streamSym]: stream } = log as unknown as Record<symbol, DestinationStream>;
  return (request, reply) => {
    if (!log.isLevelEnabled('info')) return;
    // Without the query: it may hold tokens.
    const what = JSON.stringify(`${request.method} ${request.url.split('?')[0]} ${reply.statusCode}`);
    const who = `"reqId":"${request.id}","address":${JSON.stringify(request.ip)}`;
    const ms = Math.round(reply.elapsedTime);
    stream?.write(`{"level":30,"time":${Date.now()},${place},${who},"ms":${ms},"msg":${what}}\n`);
  };
}
