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
