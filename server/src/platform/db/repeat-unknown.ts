import { isConnectionLost, isSilence } from './errors.ts';
import { OutcomeUnknown } from './outcome-unknown.ts';

/**
 * For work that its idempotency key makes safe to repeat: once more when the connection broke, as one that died unnoticed
 * in the pool does. If that fails too, the outcome stays unknown: the first attempt may still be carried out.
 */
export async function repeatUnknown<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isLost = error instanceof OutcomeUnknown && isConnectionLost(error.cause) && !isSilence(error.cause);
    if (!isLost) throw error;
    return work().catch(() => {
      throw error;
    });
  }
}
