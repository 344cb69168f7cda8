import * as staff from '@kazna/contract/admin/help';
import * as contract from '@kazna/contract/cabinet/help';
import { actorOf } from '../../audit/actions-store.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import { Problem } from '../../platform/http/problem.ts';
import { createArticle, deleteArticle, hideArticle, listForStaff, updateArticle } from './edit-help.ts';
import { listHelp, openHelp, readArticle, searchHelp } from './read-help.ts';
import { findArticle, updateOrder } from './store.ts';

export function helpRoutes(api: Api, db: Database): void {
  const help = openHelp(db);

  api.on(contract.listHelp, async ({ query: { q } }) => ({
    items: q ? await searchHelp(db, help, q) : await listHelp(db, help),
  }));

  api.on(contract.getHelpArticle, ({ params }) => readArticle(db, help, params.slug));

  api.on(staff.listHelpAsStaff, () => listForStaff(db, help.builtIn));

  api.on(staff.getHelpAsStaff, async ({ params }) => {
    const article = await findArticle(db, { id: params.articleId });
    if (!article) throw new Problem('not_found');
    return article;
  });

  api.on(staff.createHelpArticle, async (call) => ({
    id: await db.transaction((tx) => createArticle(tx, actorOf(call), call.body, help.builtIn)),
  }));

  api.on(staff.updateHelpArticle, (call) =>
    db.transaction((tx) => updateArticle(tx, actorOf(call), call.params.articleId, call.body)),
  );

  api.on(staff.deleteHelpArticle, (call) =>
    db.transaction((tx) => deleteArticle(tx, actorOf(call), call.params.articleId)),
  );

  api.on(staff.orderHelp, ({ body }) => db.transaction((tx) => updateOrder(tx, body.articleIds)));

  api.on(staff.hideHelp, async (call) => {
    const article = help.builtIn.find(({ slug }) => slug === call.params.slug);
    if (!article) throw new Problem('not_found');
    await db.transaction((tx) => hideArticle(tx, actorOf(call), article, call.body.isHidden));
  });
}
