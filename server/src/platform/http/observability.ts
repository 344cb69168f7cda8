import { getLiveness, getReadiness } from '@kazna/contract/shared/health';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { OutcomeUnknown } from '../db/errors.ts';
import { createWriteProbe, NotWritable } from '../db/write-probe.ts';
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
export function requestLogger(log: Logger): (request: FastifyRequest, reply: FastifyReply, ms: number) => void {
  const plainLog = log.child({}, { redact: [] });
  return (request, reply, ms) => {
    const what = `${request.method} ${pathOf(request.url)} ${reply.statusCode}`;
    plainLog.info({ reqId: request.id, address: request.ip, ms: Math.round(ms) }, what);
  };
}

/** Without the query, which may contain tokens. */
function pathOf(url: string): string {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  return path.includes('kzn_live_') ? path.replace(apiKeys, '[hidden]') : path;
}
