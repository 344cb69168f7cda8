import * as contract from '@kazna/contract/admin/providers';
import { paymentMethods } from '@kazna/contract/cabinet/create-payment-form';
import { type Actor, actorOf, recordAction } from '../audit/actions-store.ts';
import { selectHealth, storeCallCounts } from '../payments/providers/calls-store.ts';
import { type ProviderChoice, selectChoices, upsertChoice } from '../payments/providers/choices-store.ts';
import type { Providers } from '../payments/providers/provider.ts';
import type { Database, Transaction } from '../platform/db/database.ts';
import type { Api } from '../platform/http/api.ts';
import { Problem } from '../platform/http/problem.ts';

export function adminProviderRoutes(api: Api, db: Database, providers: Providers): void {
  const read = async (): Promise<contract.Providers> => {
    await storeCallCounts(db);
    const health = await selectHealth(db, [...providers.byName.keys()]);
    const chosen = new Map((await selectChoices(db)).map(({ method, provider }) => [method, provider]));
    const choices = paymentMethods.map((method) => {
      const name = chosen.get(method) ?? '';
      return { method, provider: providers.byName.has(name) ? name : providers.default.name };
    });
    return { items: health.map(({ provider: name, ...rest }) => ({ name, ...rest })), choices };
  };

  api.on(contract.listProviders, read);

  api.on(contract.chooseProvider, async (call) => {
    const choice = { ...call.params, ...call.body };
    if (!providers.byName.has(choice.provider)) throw new Problem('not_found');
    await db.transaction((tx) => choose(tx, actorOf(call), choice));
    return read();
  });
}

async function choose(tx: Transaction, actor: Actor, choice: ProviderChoice): Promise<void> {
  await upsertChoice(tx, choice, actor.id);
  await recordAction(tx, actor, { action: 'provider.chosen', details: { ...choice } });
}
