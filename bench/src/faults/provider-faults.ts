import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../../../server/src/platform/db/sql.ts';
import type { Clients } from './clients.ts';
import type { Fault } from './sandbox-control.ts';
import type { World } from './world.ts';

const answers = ['delay', 'error_500_before', 'error_500_after', 'drop_after'];
const ways: Fault[] = [
  ...['create', 'get'].flatMap((on) => answers.map((action) => ({ on, do: action }))),
  ...['delay', 'duplicate', 'reorder', 'lose'].map((action) => ({ on: 'notification', do: action })),
];
const refundWays: Fault[] = [...answers, 'pending', 'decline'].map((action) => ({ on: 'refund', do: action }));
const delayMs = 1500;
const patienceMs = 20_000;

/** Each way of misbehaving in turn, while clients go on; then refunds, each met by one. Answers how many there were. */
export async function misbehaveInEveryWay(world: World, clients: Clients, times: number): Promise<number> {
  for (const way of ways) {
    await world.sandbox.misbehave({ ...way, ms: delayMs, times });
    await untilCarriedOut(world);
  }
  await clients.stop();
  for (const way of refundWays) {
    await world.sandbox.misbehave({ ...way, ms: delayMs, times });
    for (let turn = 0; turn < times; turn += 1) await refundSomething(world);
    await untilCarriedOut(world);
  }
  await world.sandbox.behave();
  return (ways.length + refundWays.length) * times;
}

async function untilCarriedOut(world: World): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while ((await world.sandbox.faultsLeft()) > 0) {
    if (Date.now() > deadline) throw new Error('the provider was not asked often enough to misbehave as ordered');
    await sleep(100);
  }
}

/** Half of a payment that was not refunded yet. */
async function refundSomething({ db, slots, payer }: World): Promise<void> {
  const [payment] = await db.query<{ id: string; half: number }>(sql`
    select id, ceil(amount_minor / 2.0)::float8 as half from payments
    where status = 'succeeded' and refunded_minor = 0
      and not exists (select from refunds where payment_id = payments.id) order by id desc limit 1`);
  const answer = await fetch(`${slots[1].url}/api/payments/${payment?.id}/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${payer.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ amountMinor: payment?.half, reason: 'Проверка возврата' }),
  });
  if (answer.status !== 201) throw new Error(`a refund was answered ${answer.status} ${await answer.text()}`);
}
