export const faultsByTarget = {
  create: ['delay', 'error_500_before', 'error_500_after', 'drop_after'],
  autopayment: ['pending', 'decline'],
  get: ['delay', 'error_500_before', 'error_500_after', 'drop_after'],
  /** Of payments. */
  list: ['delay', 'error_500_before', 'error_500_after', 'drop_after'],
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
  /** Duration of a delay, a reordering or a pending state. */
  ms?: number;
  /** Remaining uses. */
  times: number;
  /** Reason of a declined refund or payment by a saved card. */
  reason?: string;
}
