import * as staff from '@kazna/contract/admin/subscriptions';
import * as contract from '@kazna/contract/cabinet/services';
import * as usage from '@kazna/contract/cabinet/usage';
import { actorOf, recordAction } from '../../audit/actions-store.ts';
import { readAvailable } from '../../money/ledger/resume-watch-store.ts';
import { lockSharedWithPermission } from '../../organizations/locks.ts';
import { lockOpenOrganizationShared } from '../../organizations/reads.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { toPage } from '../../platform/db/page.ts';
import type { Api } from '../../platform/http/api.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { ExportLimit } from '../../platform/throttling/export-limit.ts';
import { exportUsage } from '../usage/export-usage.ts';
import { selectMeterNames } from '../usage/meters-store.ts';
import { presentUsage } from '../usage/present-usage.ts';
import { previewConnecting } from './connect.ts';
import { selectLines, sumLines } from './lines-store.ts';
import { selectAll, selectOfOrganization, selectOrganizationNames } from './lists-store.ts';
import * as operations from './operations.ts';
import { type SubscriptionContext, today } from './operations.ts';
import { presentOutlook, presentSubscription } from './present.ts';
import type { SubscriptionRow } from './subscriptions-store.ts';
import { type Deed, tellOfStaff } from './tell-of-staff.ts';

const maxLines = 100;

export function subscriptionRoutes(api: Api, context: SubscriptionContext, withinExportLimit: ExportLimit): void {
  customerRoutes(api, context);
  staffReads(api, context);
  staffRoutes(api, context);
  usageExports(api, context, withinExportLimit);
}

function customerRoutes(api: Api, context: SubscriptionContext): void {
  const { db } = context;
  const present = async (row: SubscriptionRow) => presentSubscription(row, await today(context));

  api.on(contract.listSubscriptions, async ({ caller }) => {
    const day = await today(context);
    const rows = await selectOfOrganization(db, organizationOf(caller));
    return { items: rows.map((row) => presentSubscription(row, day)) };
  });

  api.on(contract.getSubscription, async ({ caller, params }) => {
    const row = await operations.getSubscription(context, memberOf(caller), params.subscriptionId);
    const day = await today(context);
    const lines = await selectLines(db, row.id, maxLines);
    const subscription = presentSubscription(row, day);
    const meterNames = await selectMeterNames(db, [subscription.terms]);
    return { ...subscription, ...presentOutlook(row, day), meterNames, lines };
  });

  api.on(usage.getSubscriptionUsage, async ({ caller, params, query }) =>
    presentUsage(context, await operations.getSubscription(context, memberOf(caller), params.subscriptionId), query.by),
  );

  api.on(contract.previewSubscribing, ({ caller, body }) => {
    const organizationId = organizationOf(caller);
    const request = { organizationId, form: body, actorId: caller.userId, mayConnectHidden: false };
    return previewConnecting(db, context.zone, request, (currency) => readAvailable(db, organizationId, currency));
  });

  api.on(contract.subscribe, async ({ caller, headers, body }) => {
    const organizationId = organizationOf(caller);
    const who = { organizationId, actorId: caller.userId, mayConnectHidden: false };
    const { expectedTotalMinor: mostMinor, expectedVersionId: versionId, ...form } = body;
    const request = { ...who, form, mostMinor, versionId, key: headers['idempotency-key'] };
    return present(await operations.subscribe(context, request, authorizing(caller)));
  });

  api.on(contract.previewChange, ({ caller, params, body }) =>
    operations.previewWithBalance(context, memberOf(caller), params.subscriptionId, body),
  );
  api.on(contract.changeSubscription, async ({ caller, params, body }) =>
    present(await operations.change(context, memberOf(caller), params.subscriptionId, body)),
  );
  api.on(contract.cancelChange, async ({ caller, params }) =>
    present(await operations.giveUpChange(context, memberOf(caller), params.subscriptionId)),
  );
  api.on(contract.pauseSubscription, async ({ caller, params }) =>
    present(await operations.pause(context, memberOf(caller), params.subscriptionId)),
  );
  api.on(contract.resumeSubscription, async ({ caller, params }) =>
    present(await operations.resume(context, memberOf(caller), params.subscriptionId)),
  );
  api.on(contract.stopSubscription, async ({ caller, params, body }) =>
    present(await operations.stop(context, memberOf(caller), params.subscriptionId, body)),
  );
}

function usageExports(api: Api, context: SubscriptionContext, withinExportLimit: ExportLimit): void {
  api.on(usage.exportSubscriptionUsage, async ({ caller, params, query }) => {
    const row = await operations.getSubscription(context, memberOf(caller), params.subscriptionId);
    return withinExportLimit(caller.userId, () => exportUsage(context, row, query));
  });

  api.on(usage.exportSubscriptionUsageAsStaff, async ({ caller, params, query }) => {
    const row = await operations.getSubscription(context, everyone, params.subscriptionId);
    return withinExportLimit(caller.userId, () => exportUsage(context, row, query));
  });
}

/** As staff see them, with the organization of each. */
async function presentForStaff(context: SubscriptionContext, rows: SubscriptionRow[]) {
  const names = await selectOrganizationNames(
    context.db,
    rows.map(({ organizationId }) => organizationId),
  );
  const day = await today(context);
  return rows.map((row) => ({
    ...presentSubscription(row, day),
    organization: { id: row.organizationId, name: names.get(row.organizationId) ?? '' },
  }));
}

const presentOne = async (context: SubscriptionContext, row: SubscriptionRow) =>
  (await presentForStaff(context, [row]))[0] as staff.AdminSubscription;

function staffReads(api: Api, context: SubscriptionContext): void {
  const { db } = context;

  api.on(staff.listAllSubscriptions, async ({ query: { limit, cursor, ...filter } }) => {
    const rows = await presentForStaff(context, await selectAll(db, { limit, cursor }, filter));
    return toPage(
      rows,
      limit,
      ({ id }) => id,
      (row) => row,
    );
  });

  api.on(staff.getSubscriptionAsStaff, async ({ params }) => {
    const row = await operations.getSubscription(context, everyone, params.subscriptionId);
    return { ...(await presentOne(context, row)), lines: await selectLines(db, row.id, maxLines) };
  });

  api.on(usage.getSubscriptionUsageAsStaff, async ({ params, query }) =>
    presentUsage(context, await operations.getSubscription(context, everyone, params.subscriptionId), query.by),
  );

  api.on(staff.previewSubscribingFor, async ({ caller, params: { organizationId }, body }) => {
    if (!(await selectOrganizationNames(db, [organizationId])).has(organizationId)) throw new Problem('not_found');
    const request = { organizationId, form: body, actorId: caller.userId, mayConnectHidden: true };
    return previewConnecting(db, context.zone, request, (currency) => readAvailable(db, organizationId, currency));
  });

  api.on(staff.previewChangeFor, ({ params, body }) =>
    operations.previewWithBalance(context, everyone, params.subscriptionId, body),
  );
}

function staffRoutes(api: Api, context: SubscriptionContext): void {
  const present = (row: SubscriptionRow) => presentOne(context, row);

  api.on(staff.subscribeFor, async (call) => {
    const { organizationId } = call.params;
    const { reason, ...form } = call.body;
    const who = { organizationId, actorId: call.caller.userId, mayConnectHidden: true };
    const authorize = async (tx: Transaction) => {
      if (!(await lockOpenOrganizationShared(tx, organizationId))) throw new Problem('not_found');
    };
    const record = async (tx: Transaction, row: SubscriptionRow) => {
      await recordAction(tx, actorOf(call), { organizationId, action: 'subscription.connected', details: { reason } });
      await tellOfStaff(tx, row, { did: 'connected', chargedMinor: await sumLines(tx, row.id), reason });
    };
    const request = { ...who, form, key: call.headers['idempotency-key'], record };
    return present(await operations.subscribe(context, request, authorize));
  });

  const acting = (call: Parameters<typeof actorOf>[0], action: StaffAction, reason: string): operations.Acting => ({
    ...everyone,
    authorize: async (tx, organizationId) => {
      if (!(await lockOpenOrganizationShared(tx, organizationId))) throw new Problem('not_found');
      await recordAction(tx, actorOf(call), { organizationId, action, details: { reason } });
    },
    tell: (tx, after, chargedMinor) => tellOfStaff(tx, after, { did: deedOf(action, after), chargedMinor, reason }),
  });

  api.on(staff.changeFor, async (call) => {
    const { reason, ...form } = call.body;
    const { subscriptionId } = call.params;
    const by = acting(call, 'subscription.changed', reason);
    return present(await operations.change(context, by, subscriptionId, form));
  });

  api.on(staff.cancelChangeFor, async (call) => {
    const by = acting(call, 'subscription.change_canceled', call.body.reason);
    return present(await operations.giveUpChange(context, by, call.params.subscriptionId));
  });

  api.on(staff.stopFor, async (call) => {
    const { reason, when, refund } = call.body;
    const { subscriptionId } = call.params;
    const by = acting(call, 'subscription.stopped', reason);
    const how = refund === undefined ? { when } : { when, isRefunded: refund };
    return present(await operations.stop(context, by, subscriptionId, how));
  });
}

type StaffAction = 'subscription.changed' | 'subscription.change_canceled' | 'subscription.stopped';

function deedOf(action: StaffAction, { status, pending }: SubscriptionRow): Deed {
  if (action === 'subscription.stopped') return status === 'stopping' ? 'stop_planned' : 'stopped';
  if (action === 'subscription.change_canceled') return 'change_canceled';
  return pending ? 'change_planned' : 'changed';
}

const everyone = { organizationId: null, mayUseHidden: true };

/** The access rule has made sure that there is one. */
function organizationOf(caller: Caller): string {
  return caller.organizationId as string;
}

const authorizing = (caller: Caller) => (tx: Transaction) =>
  lockSharedWithPermission(tx, organizationOf(caller), caller.userId, 'services.manage');

const memberOf = (caller: Caller): operations.Acting => ({
  organizationId: organizationOf(caller),
  authorize: authorizing(caller),
  mayUseHidden: false,
});
