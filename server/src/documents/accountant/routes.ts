import * as contract from '@kazna/contract/cabinet/accountant-letters';
import { type Actor, actorOf, recordAction } from '../../audit/actions-store.ts';
import { lockSharedWithPermission } from '../../organizations/locks.ts';
import { businessNow } from '../../platform/db/business-now.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { type Limit, throttle, throttleAll } from '../../platform/throttling/throttle.ts';
import { archiveOf } from '../document-files.ts';
import { deleteAddress, findAddress, markConfirmed, upsertAddress } from './addresses-store.ts';
import { type AccountantLink, readLink } from './link-token.ts';
import { accountantQuestion } from './send-month.ts';
import { selectMonthDocuments } from './store.ts';

const day = 24 * 60 * 60;

/** The question reaches a stranger who did not ask for it. */
const byPerson: Limit = { name: 'accountant-questions', hits: 10, windowSeconds: day };
const toAddress: Limit = { name: 'accountant-address', hits: 3, windowSeconds: day };
/** The link may be forwarded to anybody, and each download packs all files of the month. */
const monthDownloads: Limit = { name: 'accountant-files', hits: 60, windowSeconds: 60 * 60 };

export interface AccountantContext {
  db: Database;
  queue: Queue;
  /** Signs the links of letters. */
  linkKey: Buffer;
}

export function accountantRoutes(api: Api, { db, queue, linkKey }: AccountantContext): void {
  api.on(contract.getAccountantAddress, async ({ caller }) => {
    const { email = null, isConfirmed = false } = (await findAddress(db, caller.organizationId as string)) ?? {};
    return { email, isConfirmed };
  });

  api.on(contract.setAccountantAddress, (call) =>
    setAddress({ db, queue }, actorOf(call), organizationOf(call), call.body),
  );

  api.on(contract.removeAccountantAddress, async (call) => {
    const organizationId = organizationOf(call);
    await db.transaction(async (tx) => {
      await lockSharedWithPermission(tx, organizationId, call.caller.userId, 'payments.export');
      if (await deleteAddress(tx, organizationId))
        await recordAction(tx, actorOf(call), { organizationId, action: 'accountant_address.removed', details: {} });
    });
  });

  const readFrom = async (token: string, purpose: AccountantLink['purpose']) => {
    const link = readLink(linkKey, token, purpose, new Date(await businessNow(db)));
    const address = link && (await findAddress(db, link.organizationId));
    if (!link || address?.email !== link.email) throw new Problem('accountant_link_invalid');
    return { ...link, organizationName: address.organizationName, isConfirmed: address.isConfirmed };
  };

  api.on(contract.confirmAccountantAddress, async ({ body }) => {
    const { organizationId, email, organizationName } = await readFrom(body.token, 'confirm');
    const isConfirmed = await db.transaction((tx) => markConfirmed(tx, organizationId, email));
    if (!isConfirmed) throw new Problem('accountant_link_invalid');
    return { organizationName };
  });

  api.on(contract.stopAccountantLetters, ({ body }) => stopLetters(db, linkKey, body.token));

  api.on(contract.getMonthFiles, async ({ query }) => {
    const { organizationId, period, isConfirmed } = await readFrom(query.token, 'files');
    if (!period || !isConfirmed) throw new Problem('accountant_link_invalid');
    await throttle(db, monthDownloads, organizationId);
    const ids = (await selectMonthDocuments(db, organizationId, period)).map(({ id }) => id);
    return archiveOf(db, organizationId, ids, `Документы за ${period.split('-').reverse().join('.')}.zip`);
  });
}

/** The access rule holds that the session has one. */
function organizationOf({ caller }: { caller: { organizationId: string | null } }): string {
  return caller.organizationId as string;
}

async function setAddress(
  { db, queue }: Pick<AccountantContext, 'db' | 'queue'>,
  actor: Actor,
  organizationId: string,
  { email }: { email: string },
): Promise<contract.AccountantAddress> {
  return db.transaction(async (tx) => {
    await lockSharedWithPermission(tx, organizationId, actor.id, 'payments.export');
    const address = await upsertAddress(tx, organizationId, email);
    if (address.isConfirmed) return address;
    await throttleAll(tx, [
      { limit: byPerson, subject: actor.id },
      { limit: toAddress, subject: email },
    ]);
    // The log is never changed, so it must not name a person.
    const details = { domain: email.slice(email.lastIndexOf('@') + 1) };
    await recordAction(tx, actor, { organizationId, action: 'accountant_address.set', details });
    await queue.enqueue(tx, accountantQuestion, { organizationId, email });
    return address;
  });
}

/** Idempotent: an address that is stopped already, or was replaced, gets no letters either way. */
export async function stopLetters(db: Database, linkKey: Buffer, token: string): Promise<{ organizationName: string }> {
  const link = readLink(linkKey, token, 'stop', new Date(await businessNow(db)));
  if (!link) throw new Problem('accountant_link_invalid');
  const address = await findAddress(db, link.organizationId);
  await db.transaction((tx) => deleteAddress(tx, link.organizationId, link.email));
  return { organizationName: address?.organizationName ?? '' };
}
