import * as staff from '@kazna/contract/admin/bank-directory';
import * as contract from '@kazna/contract/cabinet/banks';
import { type Actor, actorOf, recordAction } from '../../audit/actions-store.ts';
import type { DadataConfig } from '../../config/dadata.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import { Problem } from '../../platform/http/problem.ts';
import { type Limit, throttle } from '../../platform/throttling/throttle.ts';
import { findByInn } from './dadata.ts';
import { type Directory, readDirectory } from './read-directory.ts';
import { findBankByBik, findDirectory, replaceDirectory } from './store.ts';

/** The token's plan is paid by the business. */
const lookupsOfPerson: Limit = { name: 'company-lookups', hits: 60, windowSeconds: 60 * 60 };

export function bankRoutes(api: Api, db: Database, dadata: DadataConfig | null): void {
  const getDirectory = async () => ({ directory: await findDirectory(db) });

  api.on(staff.getBankDirectory, getDirectory);

  api.on(staff.loadBankDirectory, async (call) => {
    const directory = await readDirectory(Buffer.from(call.body));
    if (typeof directory === 'string') throw new Problem(`bank_directory_${directory}`);
    await db.transaction((tx) => loadDirectory(tx, actorOf(call), directory));
    return getDirectory();
  });

  api.on(contract.findBank, ({ params }) => findBankByBik(db, params.bik));

  api.on(contract.findCompany, async ({ caller, params }) => {
    if (dadata) await throttle(db, lookupsOfPerson, caller.userId);
    return findByInn(dadata, params.inn);
  });
}

async function loadDirectory(tx: Transaction, actor: Actor, directory: Directory): Promise<void> {
  if (!(await replaceDirectory(tx, directory, actor.id))) throw new Problem('bank_directory_older');
  const details = { day: directory.day, banks: String(directory.banks.length) };
  await recordAction(tx, actor, { action: 'bank_directory.loaded', details });
}
