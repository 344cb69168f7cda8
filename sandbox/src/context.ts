import type { Change, State } from './state.ts';

export interface Sandbox {
  publicUrl: string;
  shopId: string;
  secretKey: string;
  notificationUrl: string | undefined;
  paymentLifetimeMs: number;
  state: State;
  now: () => number;
  /** Commits, then wakes the notifier. */
  commit: (changes: Change[]) => void;
}
