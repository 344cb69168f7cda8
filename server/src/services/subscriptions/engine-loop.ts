import { eachInTurn } from '../../platform/each-in-turn.ts';
import { settleWithin, startRestingLoop } from '../../platform/jobs/resting-loop.ts';
import { endPromisedPayments, remindOfPromises } from '../promised-payments/end-promised-payments.ts';
import { chargeDueUsage } from '../usage/run-usage.ts';
import { announcePrices } from './announce-prices.ts';
import { runDue } from './run-due.ts';
import { connectPaid } from './subscribe-by-payment.ts';
import { type EngineContext, resumeAll } from './wait-for-money.ts';

export interface EngineLoop {
  /** Begins no more and waits for what is under way; a step that is cut off is undone whole. */
  stop(timeoutMs: number): Promise<void>;
}

/** One round: what was paid for, what has money again, what is due, what is to be announced. Returns whether more waits. */
export async function runEngine(context: EngineContext): Promise<boolean> {
  let hasMore = false;
  await eachInTurn(
    [connectPaid, endPromisedPayments, resumeAll, runDue, chargeDueUsage, remindOfPromises, announcePrices],
    async (part) => {
      if (await part(context)) hasMore = true;
    },
  );
  return hasMore;
}

/** Reads the state as long as the process works, so that nothing is lost with a message. */
export function startEngineLoop(
  context: EngineContext & { onError: (error: Error) => void; pollMs?: number },
): EngineLoop {
  const { onError, pollMs = 1000 } = context;
  const loop = startRestingLoop({ step: () => runEngine(context), restMs: pollMs, onError });
  return { stop: (timeoutMs) => settleWithin([loop.stop()], timeoutMs) };
}
