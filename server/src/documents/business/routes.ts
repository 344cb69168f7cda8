import * as contract from '@kazna/contract/admin/business';
import * as pictures from '@kazna/contract/admin/business-pictures';
import { actorOf } from '../../audit/actions-store.ts';
import { type AdminAlert, notifyAdmins } from '../../people/accounts/notify-admins.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { findBusiness } from './business-store.ts';
import { changePicture, changePictures } from './pictures.ts';
import { findPictures, readPictures } from './pictures-store.ts';
import { type BusinessChange, changeText, updateBusiness } from './update-business.ts';

export interface BusinessContext {
  db: Database;
  queue: Queue;
  /** Called once a change of name, logo or colour is stored. */
  onBrandChange: () => void;
}

export function businessRoutes(api: Api, { db, queue, onBrandChange }: BusinessContext): void {
  const getBusiness = async () =>
    (await findBusiness(db)) ?? { version: 0, data: null, changedAt: null, changedBy: null };

  api.on(contract.getBusiness, getBusiness);

  api.on(contract.updateBusiness, async (call) => {
    await db.transaction(async (tx) => {
      const changes = await updateBusiness(tx, actorOf(call), call.body);
      if (changes.length > 0) await notifyAdmins(tx, queue, actorOf(call), changeNotice(changes));
    });
    onBrandChange();
    return getBusiness();
  });
  pictureRoutes(api, db, onBrandChange);
}

function pictureRoutes(api: Api, db: Database, onBrandChange: () => void): void {
  const getPictures = async () => {
    const { version: _, ...current } = await findPictures(db);
    return current;
  };

  api.on(pictures.getBusinessPictures, getPictures);

  api.on(pictures.getBusinessPicture, async ({ params: { picture } }) => {
    const { [picture]: png } = await readPictures(db, { [picture]: (await findPictures(db))[picture] });
    if (!png) throw new Problem('not_found');
    return { contentType: 'image/png', chunks: once(png) };
  });

  api.on(pictures.putBusinessPicture, async (call) => {
    await db.transaction((tx) => changePicture(tx, actorOf(call), call.params.picture, call.body));
    onBrandChange();
    return getPictures();
  });

  api.on(pictures.removeBusinessPicture, async (call) => {
    const { picture } = call.params;
    if (!(await findPictures(db))[picture]) throw new Problem('not_found');
    await db.transaction((tx) => changePicture(tx, actorOf(call), picture, null));
    onBrandChange();
    return getPictures();
  });

  api.on(pictures.updateBusinessPictures, async (call) => {
    const { isOnUpd } = call.body;
    const text = `Печать и подпись в УПД: ${isOnUpd ? 'да' : 'нет'}`;
    await db.transaction((tx) => changePictures(tx, actorOf(call), { isOnUpd }, text));
    return getPictures();
  });
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
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
