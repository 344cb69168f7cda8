import { findCaller } from '../../../server/src/accounts/sessions/store.ts';
import type { Queries } from '../../../server/src/db/database.ts';
import type { Sql } from '../../../server/src/db/sql.ts';
import { openQueue } from '../../../server/src/jobs/queue.ts';
import { findStanding } from '../../../server/src/organizations/store.ts';
import { paymentSettling } from '../../../server/src/payments/jobs.ts';
import { selectPayments } from '../../../server/src/payments/listing/store.ts';
import * as store from '../../../server/src/payments/store.ts';

export interface Statement {
  name?: string;
  text: string;
}

const id = '00000000-0000-7000-8000-000000000000';

/** The text that a function of a store sends, taken from the store itself, so that both sides run the same SQL. */
function textOf(run: (db: Queries) => unknown): Statement {
  let found: Statement | undefined;
  const note = (statement: Statement) => {
    found ??= statement;
  };
  run({
    query: async <Row>({ name, text }: Sql) => {
      note({ name, text });
      return [] as Row[];
    },
    queryText: async (text) => {
      note({ text });
      return { rows: [] };
    },
  });
  if (!found) throw new Error('the store sent nothing at once');
  return found;
}

export const statements = {
  findCaller: textOf((db) => findCaller(db, id)),
  findStanding: textOf((db) => findStanding(db, id, id)),
  selectPayments: textOf((db) => selectPayments(db, id, {}, { limit: 21 })),
  insertPayment: textOf((db) => {
    const names = { id, organizationId: id, createdBy: id, provider: 'yookassa' };
    const wish = { amountMinor: 1, currency: 'RUB', method: 'card', description: null } as const;
    return store.insertPayment(db, { ...names, ...wish, lifetimeSeconds: 1 });
  }),
  takeKey: textOf((db) => store.takeKey(db, { organizationId: id, key: '', bodyHash: Buffer.alloc(0), paymentId: id })),
  addToTotals: textOf((db) => store.addToTotals(db, id, 'pending')),
  insertEvent: textOf((db) => store.insertEvent(db, { paymentId: id, kind: 'created', source: 'user' })),
  findPayment: textOf((db) => store.findPayment(db, id)),
  lockPayment: textOf((db) => store.lockPayment(db, id)),
  setProviderPayment: textOf((db) => store.setProviderPayment(db, id, { providerId: '', confirmationUrl: null })),
  keepAnswer: textOf((db) => store.keepAnswer(db, id, '', {})),
};

/** The statement that adds a job, and the job as pg-boss writes it, with `paymentId` to be put in. */
export async function jobStatement(db: Parameters<typeof openQueue>[0]) {
  const queue = await openQueue(db, { kinds: [paymentSettling], isWorker: false, onError: () => {} });
  const sent: { text: string; value: string }[] = [];
  const tx = {
    isTransaction: true as const,
    query: async <Row>() => [] as Row[],
    queryText: async (text: string, values: unknown[] = []) => {
      sent.push({ text, value: String(values[0]) });
      return { rows: [{ id }] };
    },
  };
  await queue.enqueue(tx, paymentSettling, { paymentId: id, attempt: 0 }, { delaySeconds: 15 });
  await queue.stop();
  const [{ text, value } = { text: '', value: '' }] = sent;
  return { text, valueFor: (paymentId: string) => value.replace(id, paymentId) };
}
