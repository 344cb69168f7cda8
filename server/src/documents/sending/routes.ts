import { sendDocument as contract } from '@kazna/contract/cabinet/documents';
import { actorOf } from '../../audit/record-action.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { sendDocument } from './send-document.ts';

export function sendingRoutes(api: Api, db: Database, queue: Queue): void {
  api.on(contract, async (call) => {
    const { caller, params, body } = call;
    // The access rule holds that the session has one.
    const request = { organizationId: caller.organizationId as string, ...params, ...body };
    await db.transaction((tx) => sendDocument(tx, queue, actorOf(call), request));
  });
}
