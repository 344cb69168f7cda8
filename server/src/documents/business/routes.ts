import * as contract from '@kazna/contract/admin/business';
import { actorOf } from '../../audit/actions-store.ts';
import { type AdminAlert, notifyAdmins } from '../../people/accounts/notify-admins.ts';
import { requireConfirmation } from '../../people/accounts/sessions/confirm-identity.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { findBusiness } from './business-store.ts';
import { type BusinessChange, changeText, updateBusiness } from './update-business.ts';

export function businessRoutes(api: Api, db: Database, queue: Queue): void {
  const getBusiness = async () =>
    (await findBusiness(db)) ?? { version: 0, data: null, changedAt: null, changedBy: null };

  api.on(contract.getBusiness, getBusiness);

  api.on(contract.updateBusiness, async (call) => {
    await requireConfirmation(db, call.caller);
    await db.transaction(async (tx) => {
      const changes = await updateBusiness(tx, actorOf(call), call.body);
      if (changes.length > 0) await notifyAdmins(tx, queue, actorOf(call), changeNotice(changes));
    });
    return getBusiness();
  });
}

function changeNotice(changes: BusinessChange[]): AdminAlert {
  return {
    subject: 'Реквизиты компании изменены',
    paragraphs: [
      'В личном кабинете изменили реквизиты компании. Новые счета на оплату уже будут с ними.',
      ...changes.map(changeText),
    ],
  };
}
