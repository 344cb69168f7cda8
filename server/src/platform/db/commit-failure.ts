import { isRefusedByServer } from './errors.ts';
import { OutcomeUnknown } from './outcome-unknown.ts';
import { RolledBack } from './pipeline.ts';

/** PostgreSQL may commit and then lose the connection, its standby or its life before it says so. */
export function commitFailure(error: unknown): unknown {
  const isKnown = isRefusedByServer(error) || error instanceof RolledBack || error instanceof OutcomeUnknown;
  return isKnown ? error : new OutcomeUnknown(error);
}
