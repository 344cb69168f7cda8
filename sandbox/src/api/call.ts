import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Sandbox } from '../context.ts';
import { isAnswerFresh } from '../expiry.ts';
import type { Fault, FaultTarget } from '../fault.ts';
import { takeFault } from '../faults.ts';
import type { Change } from '../state.ts';
import { ApiError, sendError, sendJson, toErrorAnswer } from './api-error.ts';

export interface Outcome {
  changes: Change[];
  object: object;
}

export interface Finished {
  status: number;
  body: string;
}

const orderedFailure = new ApiError('internal_server_error', 'Ordered failure: repeat with the same Idempotence-Key');

/** An idempotent call: repeating its key returns the stored answer. */
export async function postCall(
  sandbox: Sandbox,
  target: FaultTarget,
  request: FastifyRequest,
  reply: FastifyReply,
  run: (fault: Fault | null) => Outcome,
): Promise<FastifyReply> {
  return applyFault(sandbox, target, reply, (fault) => {
    const key = idempotenceKey(request);
    const text = `${request.method} ${request.url} ${JSON.stringify(request.body ?? null)}`;
    const fingerprint = createHash('sha256').update(text).digest('base64');
    const known = sandbox.state.answers.get(key);
    if (known && isAnswerFresh(known.answeredAt, sandbox.now())) {
      if (known.fingerprint === fingerprint) return known;
      throw new ApiError('invalid_request', 'The key was used with another request', 'Idempotence-Key');
    }
    const { changes, ...answer } = attempt(run, fault);
    const value = { ...answer, fingerprint, answeredAt: sandbox.now() };
    const expired: Change[] = known ? [{ table: 'answers', id: key, value: null }] : [];
    sandbox.commit([...changes, ...expired, { table: 'answers', id: key, value }]);
    return answer;
  });
}

export async function getCall(
  sandbox: Sandbox,
  target: FaultTarget,
  reply: FastifyReply,
  run: () => object,
): Promise<FastifyReply> {
  return applyFault(sandbox, target, reply, () => ({ status: 200, body: JSON.stringify(run()) }));
}

/** The state is committed before the delay, like at a provider that is slow to answer. */
export async function applyFault(
  sandbox: Sandbox,
  target: FaultTarget,
  reply: FastifyReply,
  run: (fault: Fault | null) => Finished,
): Promise<FastifyReply> {
  const fault = takeFault(sandbox.state, target);
  if (fault?.do === 'error_500_before') return sendError(reply, orderedFailure);
  const { status, body } = run(fault);
  if (fault?.do === 'error_500_after') return sendError(reply, orderedFailure);
  if (fault?.do === 'drop_after') {
    reply.hijack();
    reply.raw.destroy();
    return reply;
  }
  if (fault?.do === 'html_after') return reply.type('text/html').send('<!doctype html><title>Bad gateway</title>');
  if (fault?.do === 'delay') await sleep(fault.ms ?? 0);
  return sendJson(reply, status, body);
}

/** Refusals are stored for idempotent repeats too. */
function attempt(run: (fault: Fault | null) => Outcome, fault: Fault | null): Finished & { changes: Change[] } {
  try {
    const { changes, object } = run(fault);
    return { changes, status: 200, body: JSON.stringify(object) };
  } catch (error) {
    const answer = toErrorAnswer(error);
    if (answer.status >= 500) throw error;
    return { changes: [], ...answer };
  }
}

function idempotenceKey(request: FastifyRequest): string {
  const key = request.headers['idempotence-key'];
  if (typeof key !== 'string' || !/^[0-9a-zA-Z+_.-]{1,64}$/.test(key)) {
    throw new ApiError(
      'invalid_request',
      'A key of 1 to 64 characters 0-9 a-z A-Z + - _ . is required',
      'Idempotence-Key',
    );
  }
  return key;
}
