/** `html_after`: accepted, and answered by a page, as a proxy in between does. */
const callFaults = ['delay', 'error_500_before', 'error_500_after', 'drop_after', 'html_after'] as const;

export const faultsByTarget = {
  create: callFaults,
  autopayment: ['pending', 'decline'],
  get: callFaults,
  /** Of payments. */
  list: callFaults,
  capture: callFaults,
  cancel: [...callFaults, 'refuse'],
  refund: [...callFaults, 'pending', 'decline'],
  /** T-Bank: the call that charges a saved card, and the one that removes it. */
  charge: callFaults,
  /** The call for a receipt of its own, and the list of receipts. */
  receipt: [...callFaults, 'refuse', 'pending', 'decline'],
  receipts: callFaults,
  /** Of a receipt that goes along with a payment or a refund. */
  registration: ['pending', 'decline'],
  remove: callFaults,
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
