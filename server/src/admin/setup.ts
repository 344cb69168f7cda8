import * as contract from '@kazna/contract/admin/setup';
import type { Config } from '../config/config.ts';
import { findBusiness } from '../documents/business/business-store.ts';
import { taxPeriodOn } from '../documents/vat.ts';
import { takesRealMoney } from '../payments/providers/open-provider.ts';
import type { Providers } from '../payments/providers/provider.ts';
import { hasDismissedInstallation, insertDismissal } from '../people/first-steps-store.ts';
import type { Database } from '../platform/db/database.ts';
import type { Api } from '../platform/http/api.ts';
import { checkConfiguration } from './check-configuration.ts';
import { readFacts } from './setup-store.ts';

export function setupRoutes(api: Api, db: Database, { config, providers }: { config: Config; providers: Providers }) {
  api.on(contract.getSetup, ({ caller }) => readSetup(db, caller.userId, { config, providers }));

  api.on(contract.dismissSetup, ({ caller: { userId } }) => insertDismissal(db, userId, null));
}

async function readSetup(
  db: Database,
  userId: string,
  { config, providers }: { config: Config; providers: Providers },
): Promise<contract.Setup> {
  const askedAt = Date.now();
  const facts = await readFacts(db, [...providers.byName.keys()]);
  // The database read its clock somewhere between the question and the answer.
  const answeredAt = Date.now();
  const clockSkewMs = Math.max(0, askedAt - facts.now, facts.now - answeredAt);
  const [business, isDismissed] = await Promise.all([findBusiness(db), hasDismissedInstallation(db, userId)]);
  const tax = taxPeriodOn(business?.data.taxPeriods ?? [], new Date(facts.now).toISOString().slice(0, 10));
  const done: Record<contract.SetupStep, boolean> = {
    requisites: business !== null,
    tax: tax !== undefined,
    payments: takesRealMoney(config),
    mail: config.smtpUrl !== undefined,
    tariff: facts.hasTariff,
    key: facts.hasKey,
  };
  const steps = contract.setupSteps.map((step) => ({ step, isDone: done[step] }));
  return {
    steps: isDismissed || steps.every(({ isDone }) => isDone) ? [] : steps,
    checks: checkConfiguration(config, { ...facts, clockSkewMs, tax }),
  };
}
