import type { State } from './state.ts';

/** What each call, or delivery, can be told to do wrong. */
export const faultsByTarget = {
  create: ['delay', 'error_500_before', 'error_500_after', 'drop_after'],
  get: ['delay', 'error_500_before', 'error_500_after', 'drop_after'],
  capture: ['delay', 'error_500_before', 'error_500_after', 'drop_after'],
  cancel: ['delay', 'error_500_before', 'error_500_after', 'drop_after', 'refuse'],
  refund: ['delay', 'error_500_before', 'error_500_after', 'drop_after', 'pending', 'decline'],
  notification: ['delay', 'duplicate', 'reorder', 'lose'],
} as const;

export type FaultTarget = keyof typeof faultsByTarget;
export type FaultAction = (typeof faultsByTarget)[FaultTarget][number];

export interface Fault {
  on: FaultTarget;
  do: FaultAction;
  /** How long to delay, to hold back or to stay pending. */
  ms?: number;
  /** How many times more. */
  times: number;
  /** Of a declined refund. */
  reason?: string;
}

const row = { table: 'faults', id: 'next' } as const;

export function listFaults(state: State): Fault[] {
  return state.faults.get(row.id) ?? [];
}

export function setFaults(state: State, faults: Fault[]): void {
  state.commit([{ ...row, value: faults }]);
}

/** Uses up the oldest order for this target. */
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
