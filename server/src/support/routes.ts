import * as contract from '@kazna/contract/cabinet/requests';
import { actorOf } from '../audit/actions-store.ts';
import { toPage } from '../platform/db/page.ts';
import type { Api } from '../platform/http/api.ts';
import type { Caller } from '../platform/http/caller.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Queue } from '../platform/jobs/queue.ts';
import { type Limit, throttle } from '../platform/throttling/throttle.ts';
import { answerFile, type FileContext, storeFile } from './files.ts';
import { findFile } from './files-store.ts';
import { selectMessages } from './messages-store.ts';
import { findRequest, selectRequests } from './requests-store.ts';
import { staffRoutes } from './staff-routes.ts';
import { viewerOf } from './viewer-store.ts';
import { closeRequest, createRequest, postMessage } from './write-request.ts';

const hour = 60 * 60;
const requestsOfPerson: Limit = { name: 'requests', hits: 20, windowSeconds: hour };
const messagesOfPerson: Limit = { name: 'request-messages', hits: 60, windowSeconds: hour };
const filesOfPerson: Limit = { name: 'request-files', hits: 100, windowSeconds: hour };

export interface SupportContext extends FileContext {
  queue: Queue;
}

/** The access rule holds that the session has an organization. */
export function supportRoutes(api: Api, context: SupportContext): void {
  const { db, queue } = context;
  const requireRequest = async (caller: Caller, requestId: string) => {
    const request = await findRequest(db, await viewerOf(db, caller), requestId);
    if (!request) throw new Problem('not_found');
    return request;
  };

  api.on(contract.createRequest, async (call) => {
    await throttle(db, requestsOfPerson, call.caller.userId);
    const member = { actor: actorOf(call), organizationId: call.caller.organizationId as string };
    const request = { form: call.body, key: call.headers['idempotency-key'] };
    const id = await db.transaction((tx) => createRequest(tx, queue, member, request));
    const { number } = await requireRequest(call.caller, id);
    return { id, number };
  });

  api.on(contract.listRequests, async ({ caller, query }) =>
    toPage(await selectRequests(db, await viewerOf(db, caller), query), query.limit, cursorOf),
  );

  api.on(contract.getRequest, ({ caller, params }) => requireRequest(caller, params.requestId));

  api.on(contract.listRequestMessages, async ({ caller, params, query }) => {
    const { id } = await requireRequest(caller, params.requestId);
    return toPage(await selectMessages(db, id, caller.userId, query), query.limit, (row) => row.id);
  });

  api.on(contract.postRequestMessage, async (call) => {
    await throttle(db, messagesOfPerson, call.caller.userId);
    const member = { actor: actorOf(call), organizationId: call.caller.organizationId as string };
    const message = { ...call.params, ...call.body, key: call.headers['idempotency-key'] };
    return { id: await db.transaction((tx) => postMessage(tx, queue, member, message)) };
  });

  api.on(contract.closeRequest, async (call) => {
    const member = { actor: actorOf(call), organizationId: call.caller.organizationId as string };
    await db.transaction((tx) => closeRequest(tx, member, call.params.requestId));
  });

  api.on(contract.uploadRequestFile, async ({ caller, query, body }) => {
    await throttle(db, filesOfPerson, caller.userId);
    return storeFile(context, caller.userId, { name: query.name, bytes: body });
  });

  api.on(contract.getRequestFile, async ({ caller, params }) =>
    answerFile(context, await findFile(db, await viewerOf(db, caller), params.fileId)),
  );

  staffRoutes(api, context);
}

function cursorOf({ changedAt, id }: { changedAt: string; id: string }): string {
  return `${changedAt}_${id}`;
}
