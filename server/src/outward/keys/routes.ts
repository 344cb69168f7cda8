import type { keyForm } from '@kazna/contract/admin/keys';
import * as contract from '@kazna/contract/admin/keys';
import type { z } from 'zod/mini';
import { actorOf } from '../../audit/actions-store.ts';
import { type AdminAlert, notifyAdmins } from '../../people/accounts/notify-admins.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { formatLetterTime } from '../../platform/mail/letter.ts';
import { createKey, revokeKey, rollKey } from './keys.ts';
import { selectKeys } from './store.ts';

export function keyRoutes(api: Api, db: Database, queue: Queue): void {
  api.on(contract.listKeys, async () => ({ items: await selectKeys(db) }));

  api.on(contract.createKey, async (call) => {
    return db.transaction(async (tx) => {
      const created = await createKey(tx, actorOf(call), call.body);
      await notifyAdmins(tx, queue, actorOf(call), keyCreatedLetter(call.body));
      return created;
    });
  });

  api.on(contract.rollKey, async (call) => {
    const { overlapHours } = call.body;
    return db.transaction(async (tx) => {
      const { name, scopes, ...rolled } = await rollKey(tx, actorOf(call), call.params.keyId, overlapHours);
      await notifyAdmins(tx, queue, actorOf(call), keyRolledLetter({ name, scopes, overlapHours }));
      return rolled;
    });
  });

  api.on(contract.revokeKey, (call) => db.transaction((tx) => revokeKey(tx, queue, actorOf(call), call.params.keyId)));
}

function keyCreatedLetter({ name, scopes, networks, expiresAt }: z.output<typeof keyForm>): AdminAlert {
  const until = expiresAt ? `до ${formatLetterTime(expiresAt, 'Europe/Moscow')}` : 'бессрочно';
  return {
    subject: `Создан ключ API: ${name}`,
    paragraphs: [
      `В личном кабинете создали ключ API «${name}». Программа с этим ключом действует от имени компании.`,
      `Права: ${scopes.join(', ')}. Откуда: ${networks.join(', ') || 'отовсюду'}. Срок: ${until}.`,
    ],
  };
}

function keyRolledLetter({
  name,
  scopes,
  overlapHours,
}: {
  name: string;
  scopes: string[];
  overlapHours: number;
}): AdminAlert {
  const previous = overlapHours === 0 ? 'Прежний уже не работает.' : `Прежний проработает ещё ${overlapHours} ч.`;
  return {
    subject: `Сменён ключ API: ${name}`,
    paragraphs: [
      `В личном кабинете выпустили новый ключ API вместо «${name}». ${previous}`,
      `Права: ${scopes.join(', ')}.`,
    ],
  };
}
