import { isConnectionLost, isSilence } from './errors.ts';
import { OutcomeUnknown } from './outcome-unknown.ts';

/** Runs a statement outside a transaction. A read whose connection broke is repeated; a write may have been committed. */
export async function retryRead<T>(run: () => Promise<T>, text: string): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    // Whoever asked has waited long enough for a silent server.
    if (isRead(text) && isSilence(error)) throw error;
    if (isRead(text)) return run();
    throw new OutcomeUnknown(error);
  }
}

function isRead(text: string): boolean {
  return (
    /^\s*(select|with|show)\b/i.test(text) &&
    !/\b(insert|update|delete|merge|nextval|setval|pg_notify|pg_advisory\w*)\b/i.test(text)
  );
}
