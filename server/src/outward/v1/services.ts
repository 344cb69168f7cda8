import * as contract from '@kazna/contract/v1/services';
import { lockOrganizationStatuses } from '../../money/charges/charges-store.ts';
import { requireOpen } from '../../money/charges/create-charge.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { fromOpaque, toOpaquePage } from '../../platform/db/page.ts';
import type { Api } from '../../platform/http/api.ts';
import { Problem } from '../../platform/http/problem.ts';
import { selectOffered } from '../../services/catalogue/catalogue-store.ts';
import { selectAll } from '../../services/subscriptions/lists-store.ts';
import * as operations from '../../services/subscriptions/operations.ts';
import { type SubscriptionContext, today } from '../../services/subscriptions/operations.ts';
import { presentForProgram } from '../../services/subscriptions/present.ts';
import type { SubscriptionRow } from '../../services/subscriptions/subscriptions-store.ts';

/** A program of the business acts for every organization. */
const program = { organizationId: null, mayUseHidden: true };

const calling = ({ caller, headers }: { caller: { keyId: string }; headers: { 'idempotency-key': string } }) => ({
  ...program,
  call: { actorId: caller.keyId, key: headers['idempotency-key'] },
});

export function bindServices(api: Api, context: SubscriptionContext): void {
  const { db } = context;
  const present = async (row: SubscriptionRow) => presentForProgram(row, await today(context));

  api.on(contract.listServices, async () => {
    const offered = await selectOffered(db, await today(context), { isShownOnly: false });
    const byService = Map.groupBy(offered, ({ serviceId }) => serviceId);
    return { items: [...byService.values()].map(presentService) };
  });

  api.on(contract.listSubscriptions, async ({ query }) => {
    const day = await today(context);
    const rows = await selectAll(db, fromOpaque(query), query);
    return toOpaquePage(
      rows.map((row) => presentForProgram(row, day)),
      query.limit,
    );
  });

  api.on(contract.getSubscription, async ({ params }) =>
    present(await operations.getSubscription(context, program, params.subscriptionId)),
  );

  api.on(contract.createSubscription, async ({ caller, headers, body }) => {
    const { organizationId, ...form } = body;
    const who = { organizationId, actorId: caller.keyId, mayConnectHidden: true };
    const authorize = async (tx: Transaction) => {
      const { statuses } = await lockOrganizationStatuses(tx, [organizationId]);
      const status = statuses.get(organizationId) ?? null;
      requireOpen(status);
      if (status === 'suspended') throw new Problem('organization_suspended');
    };
    return present(await operations.subscribe(context, { ...who, form, key: headers['idempotency-key'] }, authorize));
  });

  api.on(contract.previewChange, ({ params, body }) =>
    operations.previewOf(context, program, params.subscriptionId, body),
  );
  api.on(contract.changeSubscription, async (call) =>
    present(await operations.change(context, calling(call), call.params.subscriptionId, call.body)),
  );
  api.on(contract.pauseSubscription, async (call) =>
    present(await operations.pause(context, calling(call), call.params.subscriptionId)),
  );
  api.on(contract.resumeSubscription, async (call) =>
    present(await operations.resume(context, calling(call), call.params.subscriptionId)),
  );
  api.on(contract.stopSubscription, async (call) =>
    present(await operations.stop(context, calling(call), call.params.subscriptionId, call.body)),
  );
}

function presentService(offered: Awaited<ReturnType<typeof selectOffered>>) {
  const [first] = offered;
  const {
    serviceId: id,
    serviceName: name,
    documentName,
    unit,
    group,
    isServiceVisible: isVisible,
  } = first as NonNullable<typeof first>;
  const tariffs = offered.map(({ tariffId, tariffName, isTariffVisible, version }) => ({
    ...{ ...version.terms, id: tariffId, name: tariffName, isVisible: isTariffVisible },
  }));
  return { id, name, documentName, unit, group, isVisible, tariffs };
}
