import * as charges from '@kazna/contract/v1/charges';
import * as holds from '@kazna/contract/v1/holds';
import { findCharge, selectCharges } from '../../money/charges/charges-store.ts';
import { type ActorCall, createCharge } from '../../money/charges/create-charge.ts';
import { chargeBatchOnce } from '../../money/charges/create-charge-batch.ts';
import { captureHold, createHold, releaseHold } from '../../money/charges/holds/holds.ts';
import { findHold } from '../../money/charges/holds/holds-store.ts';
import { refundCharge } from '../../money/charges/refund-charge.ts';
import type { Database } from '../../platform/db/database.ts';
import { fromOpaque, toOpaquePage } from '../../platform/db/page.ts';
import type { Api } from '../../platform/http/api.ts';
import { Problem } from '../../platform/http/problem.ts';

export function bindCharges(api: Api, db: Database): void {
  api.on(charges.createCharge, (call) => createCharge(db, called(call), call.body));

  api.on(charges.createChargeBatch, async (call) => ({
    results: await chargeBatchOnce(db, called(call), call.body.charges),
  }));

  api.on(charges.listCharges, async ({ query }) =>
    toOpaquePage(await selectCharges(db, fromOpaque(query), query.organizationId), query.limit),
  );

  api.on(charges.getCharge, async ({ params }) => found(await findCharge(db, params.chargeId)));

  api.on(charges.refundCharge, (call) =>
    db.transaction((tx) => refundCharge(tx, called(call), call.params.chargeId, call.body)),
  );
}

export function bindHolds(api: Api, db: Database): void {
  api.on(holds.createHold, (call) => db.transaction((tx) => createHold(tx, called(call), call.body)));

  api.on(holds.getHold, async ({ params }) => found(await findHold(db, params.holdId)));

  api.on(holds.captureHold, (call) =>
    db.transaction((tx) => captureHold(tx, called(call), call.params.holdId, call.body)),
  );

  api.on(holds.releaseHold, (call) => db.transaction((tx) => releaseHold(tx, called(call), call.params.holdId)));
}

interface CallWithKeys {
  caller: { keyId: string };
  headers: { 'idempotency-key': string };
}

function called({ caller, headers }: CallWithKeys): ActorCall {
  return { actorId: caller.keyId, key: headers['idempotency-key'] };
}

function found<T>(row: T | null): T {
  if (row === null) throw new Problem('not_found');
  return row;
}
