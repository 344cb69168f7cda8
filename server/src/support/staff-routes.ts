import * as contract from '@kazna/contract/admin/requests';
import { type Actor, actorOf, recordAction } from '../audit/actions-store.ts';
import { listStaff } from '../people/accounts/admins-store.ts';
import type { Transaction } from '../platform/db/database.ts';
import { toPage } from '../platform/db/page.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import type { Api } from '../platform/http/api.ts';
import { Problem } from '../platform/http/problem.ts';
import { type Limit, throttle } from '../platform/throttling/throttle.ts';
import { answerRequest, changeRequest } from './answer-request.ts';
import { answerFile, type FileContext, storeFile } from './files.ts';
import { findFileAsStaff } from './files-store.ts';
import { selectMessagesAsStaff } from './messages-store.ts';
import { countWaiting, findRequestAsStaff, selectQueue } from './requests-store.ts';
import * as settings from './settings-store.ts';

const filesOfStaff: Limit = { name: 'staff-request-files', hits: 500, windowSeconds: 60 * 60 };

export function staffRoutes(api: Api, context: FileContext): void {
  const { db } = context;
  const requireRequest = async (requestId: string) => {
    const request = await findRequestAsStaff(db, requestId);
    if (!request) throw new Problem('not_found');
    return request;
  };

  api.on(contract.listAllRequests, async ({ caller, query: { assignee, ...query } }) => {
    const assigneeId = assignee === 'me' ? caller.userId : assignee === 'none' ? null : assignee;
    const rows = await selectQueue(db, { ...query, assigneeId });
    return toPage(rows, query.limit, ({ id, waitingSince, changedAt }) => {
      return `${query.list === 'waiting' ? waitingSince : changedAt}_${id}`;
    });
  });

  api.on(contract.countWaitingRequests, ({ caller }) => countWaiting(db, caller.userId));

  api.on(contract.getRequestAsStaff, ({ params }) => requireRequest(params.requestId));

  api.on(contract.listRequestMessagesAsStaff, async ({ caller, params, query }) => {
    const { id } = await requireRequest(params.requestId);
    return toPage(await selectMessagesAsStaff(db, id, caller.userId, query), query.limit, (row) => row.id);
  });

  api.on(contract.answerRequest, async (call) => {
    const answer = { ...call.params, ...call.body, key: call.headers['idempotency-key'] };
    return { id: await db.transaction((tx) => answerRequest(tx, actorOf(call), answer)) };
  });

  api.on(contract.updateRequest, async (call) => {
    const { requestId } = call.params;
    await db.transaction((tx) => changeRequest(tx, actorOf(call), requestId, call.body));
    return requireRequest(requestId);
  });

  api.on(contract.listRequestAssignees, async () => ({ items: await listStaff(db) }));

  api.on(contract.uploadRequestFileAsStaff, async ({ caller, query, body }) => {
    await throttle(db, filesOfStaff, caller.userId);
    return storeFile(context, caller.userId, { name: query.name, bytes: body });
  });

  api.on(contract.getRequestFileAsStaff, async ({ params }) =>
    answerFile(context, await findFileAsStaff(db, params.fileId)),
  );

  settingsRoutes(api, context);
}

function settingsRoutes(api: Api, { db }: FileContext): void {
  api.on(contract.listPreparedAnswers, async () => ({ items: await settings.selectAnswers(db) }));

  api.on(contract.createPreparedAnswer, async (call) => {
    const id = uuidv7();
    await db.transaction(async (tx) => {
      const isAdded = await settings.insertAnswer(tx, { id, ...call.body, changedBy: call.caller.userId });
      if (!isAdded) throw new Problem('too_many_answers');
      await recordAnswer(tx, actorOf(call), 'prepared_answer.created', call.body.title);
    });
    return { id };
  });

  api.on(contract.updatePreparedAnswer, (call) =>
    db.transaction(async (tx) => {
      const change = { id: call.params.answerId, ...call.body, changedBy: call.caller.userId };
      if (!(await settings.updateAnswer(tx, change))) throw new Problem('not_found');
      await recordAnswer(tx, actorOf(call), 'prepared_answer.changed', call.body.title);
    }),
  );

  api.on(contract.deletePreparedAnswer, (call) =>
    db.transaction(async (tx) => {
      const title = await settings.deleteAnswer(tx, call.params.answerId);
      if (title === null) throw new Problem('not_found');
      await recordAnswer(tx, actorOf(call), 'prepared_answer.deleted', title);
    }),
  );

  api.on(contract.getRequestSettings, () => settings.selectSettings(db));

  api.on(contract.setRequestSettings, async (call) => {
    await db.transaction(async (tx) => {
      await settings.updateSettings(tx, call.body);
      const details = { days: String(call.body.closeAfterDays ?? 'никогда') };
      await recordAction(tx, actorOf(call), { action: 'request_settings.changed', details });
    });
    return call.body;
  });
}

type AnswerAction = 'prepared_answer.created' | 'prepared_answer.changed' | 'prepared_answer.deleted';

function recordAnswer(tx: Transaction, actor: Actor, action: AnswerAction, title: string): Promise<void> {
  return recordAction(tx, actor, { action, details: { title } });
}
