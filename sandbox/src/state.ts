import type { Fault } from './fault.ts';
import { isOpen, type Payment } from './payment.ts';
import type { Receipt } from './receipt.ts';
import type { Refund } from './refund.ts';
import type { SavedMethod } from './saved-method.ts';
import type { Store } from './store.ts';

/** Stored answer of an Idempotence-Key. */
interface Answer {
  fingerprint: string;
  status: number;
  body: string;
  answeredAt: number;
}

interface Tables {
  payments: Payment;
  refunds: Refund;
  methods: SavedMethod;
  receipts: Receipt;
  answers: Answer;
  notifications: Notification;
  faults: Fault[];
}

export type Change = { [T in keyof Tables]: { table: T; id: string; value: Tables[T] | null } }[keyof Tables];

export type State = { readonly [T in keyof Tables]: ReadonlyMap<string, Tables[T]> } & {
  /** Ids of open payments, refunds and receipts, so that timers do not scan everything. */
  readonly openIds: { payments: ReadonlySet<string>; refunds: ReadonlySet<string>; receipts: ReadonlySet<string> };
  /** Atomic. */
  commit(changes: Change[]): void;
};

export async function openState(store: Store): Promise<State> {
  const tables = {
    payments: new Map<string, Payment>(),
    refunds: new Map<string, Refund>(),
    methods: new Map<string, SavedMethod>(),
    receipts: new Map<string, Receipt>(),
    answers: new Map<string, Answer>(),
    notifications: new Map<string, Notification>(),
    faults: new Map<string, Fault[]>(),
  };
  const openIds = { payments: new Set<string>(), refunds: new Set<string>(), receipts: new Set<string>() };
  const apply = (change: Change) => {
    const { table, id, value } = change;
    const rows = tables[table] as Map<string, typeof value>;
    if (value === null) rows.delete(id);
    else rows.set(id, value);
    if (change.table === 'payments') mark(openIds.payments, id, change.value !== null && isOpen(change.value));
    if (change.table === 'refunds') mark(openIds.refunds, id, change.value?.status === 'pending');
    if (change.table === 'receipts') mark(openIds.receipts, id, change.value?.status === 'pending');
  };
  for (const row of await store.load()) apply(row as Change);
  return {
    ...tables,
    openIds,
    commit: (changes) => {
      if (changes.length === 0) return;
      store.append(changes);
      changes.forEach(apply);
    },
  };
}

function mark(ids: Set<string>, id: string, isIn: boolean): void {
  if (isIn) ids.add(id);
  else ids.delete(id);
}

export interface Notification {
  id: string;
  objectId: string;
  body: string;
  createdAt: number;
  dueAt: number;
  attempts: number;
  /** Delivered after another notification, or when due. */
  isDeferred: boolean;
}
