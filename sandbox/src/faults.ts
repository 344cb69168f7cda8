import type { Fault, FaultTarget } from './fault.ts';
import type { State } from './state.ts';

const row = { table: 'faults', id: 'next' } as const;

export function listFaults(state: State): Fault[] {
  return state.faults.get(row.id) ?? [];
}

export function setFaults(state: State, faults: Fault[]): void {
  state.commit([{ ...row, value: faults }]);
}

/** Takes the oldest injected fault of the target. */
export function takeFault(state: State, target: FaultTarget): Fault | null {
  const faults = listFaults(state);
  const fault = faults.find(({ on }) => on === target);
  if (!fault) return null;
  const left = { ...fault, times: fault.times - 1 };
  setFaults(
    state,
    faults.flatMap((one) => (one !== fault ? [one] : left.times > 0 ? [left] : [])),
  );
  return fault;
}
