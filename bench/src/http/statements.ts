import { findStanding } from '../../../server/src/organizations/store.ts';
import { addToTotals } from '../../../server/src/payments/daily-totals/store.ts';
import { paymentSettling } from '../../../server/src/payments/jobs.ts';
import { selectPayments } from '../../../server/src/payments/listing/store.ts';
import { lockPaymentRow } from '../../../server/src/payments/settling/store.ts';
import * as store from '../../../server/src/payments/store.ts';
import { findCaller } from '../../../server/src/people/accounts/sessions/store.ts';
import type { Queries, Transaction } from '../../../server/src/platform/db/database.ts';
import type { Sql } from '../../../server/src/platform/db/sql.ts';
import { insertKeys, updateAnswer } from '../../../server/src/platform/idempotency/store.ts';
import { openQueue } from '../../../server/src/platform/jobs/queue.ts';

/** A recorded statement of the product; markers are placeholders for values. */
export interface Statement {
  name: string;
  text: string;
  valuesFrom: (given: Record<string, unknown>) => unknown[];
}

/** A marker in place of a value; shaped like a UUID, since some code validates it. */
function mark(digit: number): string {
  return `00000000-0000-7000-8000-00000000000${digit}`;
}

const marks = {
  organizationId: mark(1),
  userId: mark(2),
  sessionId: mark(3),
  paymentId: mark(4),
  scope: mark(0),
  key: mark(5),
  bodyHash: mark(6),
  providerId: mark(7),
  confirmationUrl: mark(8),
  answer: mark(9),
};
const markNames = new Map(Object.entries(marks).map(([name, value]) => [value, name]));

/** Records the SQL of a store function, so that both sides run the same statements. */
function take(run: (db: Queries) => unknown): Statement {
  const sent: Sql[] = [];
  run({
    query: async <Row>(statement: Sql) => {
      sent.push(statement);
      return [] as Row[];
    },
    queryText: async () => ({ rows: [] }),
  });
  const [statement] = sent;
  if (!statement) throw new Error('the store sent nothing at once');
  return {
    name: statement.name,
    text: statement.text,
    valuesFrom: (given) => statement.values.map((value) => fill(value, given)),
  };
}

function fill(value: unknown, given: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((item) => fill(item, given));
  const name = markNames.get(value as string);
  return name === undefined ? value : given[name];
}

const { organizationId, userId, paymentId, scope, key, providerId, confirmationUrl } = marks;

export const statements = {
  findCaller: take((db) => findCaller(db, marks.sessionId)),
  findStanding: take((db) => findStanding(db, userId, organizationId)),
  selectPayments: take((db) => selectPayments(db, organizationId, {}, { limit: 21 })),
  insertPayment: take((db) => {
    const names = { id: paymentId, organizationId, createdBy: userId, provider: 'yookassa' };
    const wish = { amountMinor: 150_050, currency: 'RUB', method: 'card', description: null } as const;
    return store.insertPayment(db, { ...names, ...wish, lifetimeSeconds: 3600 });
  }),
  insertKey: take((db) => {
    const claim = { scope, key, bodyHash: marks.bodyHash as never, reference: paymentId, keepDays: 3 };
    return insertKeys(db as Transaction, [claim]);
  }),
  addToTotals: take((db) => addToTotals(db, paymentId, 'pending')),
  findPayment: take((db) => store.findPayment(db, paymentId)),
  lockPayment: take((db) => lockPaymentRow(db, paymentId)),
  setProviderPayment: take((db) => store.setProviderPayment(db, paymentId, { providerId, confirmationUrl })),
  updateAnswer: take((db) => updateAnswer(db, { scope, key }, { status: 201, body: marks.answer as never })),
};

/** The store generates the event's id. */
export function eventStatement(): Statement {
  const event = { paymentId, kind: 'created', status: 'pending', source: 'user' } as const;
  const { name, text, valuesFrom } = take((db) => store.insertEvent(db, event));
  return { name, text, valuesFrom: (given) => [given.eventId, ...valuesFrom(given).slice(1)] };
}

export async function jobStatement(db: Parameters<typeof openQueue>[0]) {
  const queue = await openQueue(db, { kinds: [paymentSettling], isWorker: false, onError: () => {} });
  const sent: { text: string; value: string }[] = [];
  const tx = {
    isTransaction: true as const,
    notifyAfterCommit: () => {},
    query: async <Row>() => [] as Row[],
    queryText: async (text: string, values: unknown[] = []) => {
      sent.push({ text, value: String(values[0]) });
      return { rows: [{ id: paymentId }] };
    },
  };
  await queue.enqueue(tx, paymentSettling, { paymentId, attempt: 0 }, { delaySeconds: 15 });
  await queue.stop();
  const [{ text, value } = { text: '', value: '' }] = sent;
  return { text, valueFor: (id: string) => value.replace(paymentId, id) };
}
