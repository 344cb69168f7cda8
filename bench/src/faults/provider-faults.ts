import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../../../server/src/platform/db/sql.ts';
import { signIn } from '../payer.ts';
import type { Clients } from './clients.ts';
import type { Environment } from './environment.ts';
import type { Fault } from './sandbox-control.ts';

const answers = ['delay', 'error_500_before', 'error_500_after', 'drop_after', 'html_after'];
const faults: Fault[] = [
  ...['create', 'get'].flatMap((on) => answers.map((action) => ({ on, do: action }))),
  ...['delay', 'duplicate', 'reorder', 'lose'].map((action) => ({ on: 'notification', do: action })),
];
const refundFaults: Fault[] = [...answers, 'pending', 'decline'].map((action) => ({ on: 'refund', do: action }));
const delayMs = 1500;
const faultTimeoutMs = 60_000;

/** Injects every fault in turn under load, then refund faults. Returns their number. */
export async function applyEveryFault(environment: Environment, clients: Clients, times: number): Promise<number> {
  for (const fault of faults) {
    await environment.sandbox.misbehave({ ...fault, ms: delayMs, times });
    await untilCarriedOut(environment, fault);
  }
  await clients.stop();
  // The load's session may be over by now.
  Object.assign(environment.payer, await signIn(environment.slots[1].url, environment.payer));
  for (const fault of refundFaults) {
    await environment.sandbox.misbehave({ ...fault, ms: delayMs, times });
    for (let turn = 0; turn < times; turn += 1)
      for (const provider of ['yookassa', 'tbank']) await refundSomething(environment, provider);
    await untilCarriedOut(environment, fault);
  }
  await environment.sandbox.behave();
  return (faults.length + refundFaults.length) * times;
}

async function untilCarriedOut(environment: Environment, fault: Fault): Promise<void> {
  const deadline = Date.now() + faultTimeoutMs;
  while ((await environment.sandbox.faultsLeft()) > 0) {
    if (Date.now() > deadline) throw new Error(`the provider was not asked often enough for ${JSON.stringify(fault)}`);
    await sleep(100);
  }
}

async function refundSomething({ db, slots, payer }: Environment, provider: string): Promise<void> {
  const [payment] = await db.query<{ id: string; half: number }>(sql`
    select id, ceil(amount_minor / 2.0)::float8 as half from payments
    where status = 'succeeded' and refunded_minor = 0 and provider = ${provider}
      and not exists (select from refunds where payment_id = payments.id) order by id desc limit 1`);
  const answer = await fetch(`${slots[1].url}/api/payments/${payment?.id}/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${payer.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ amountMinor: payment?.half, reason: 'Проверка возврата' }),
  });
  if (answer.status !== 201) throw new Error(`a refund was answered ${answer.status} ${await answer.text()}`);
}
