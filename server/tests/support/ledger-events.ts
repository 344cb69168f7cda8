import { listEvents } from '@kazna/contract/v1/events';
import type { Database } from '../../src/platform/db/database.ts';
import type { HttpClient } from './over-http.ts';

interface Entry {
  xid: string;
  kind: string;
  sourceId: string;
  amount: number;
  balanceAfter: number;
  /** Of a charge: the hold that it captured. */
  capturedHold: string | null;
  holdStatus: string | null;
}

/**
 * What `/v1/events` must say of an organization's money, in order, by its ledger: entries get their numbers under the
 * lock of the account, which lasts until the commit, so their order is the order of commit.
 */
export async function eventsByLedger(db: Database, organizationId: string): Promise<string[]> {
  const { rows } = await db.queryText(
    `select e.xmin::text as xid, e.kind, e.source_id as "sourceId", e.amount_minor::int as amount,
      e.balance_after_minor::int as "balanceAfter",
      c.hold_id as "capturedHold", h.status as "holdStatus"
    from ledger_entries e left join charges c on e.kind = 'charge' and c.id = e.source_id
    left join holds h on h.id = e.source_id
    where e.organization_id = $1 order by e.seq`,
    [organizationId],
  );
  const transactions: Entry[][] = [];
  for (const entry of rows as unknown as Entry[]) {
    const last = transactions.at(-1);
    if (last?.[0]?.xid === entry.xid) last.push(entry);
    else transactions.push([entry]);
  }
  const isNewlyLow = watchLow();
  return transactions.flatMap((entries) => {
    const balance = entries.at(-1)?.balanceAfter;
    const low = isNewlyLow(entries) ? [`balance.low ${balance}`] : [];
    return [`balance.changed ${balance}`, ...low, ...entries.flatMap((entry) => eventsOfEntry(entry))];
  });
}

/** Low is a balance of less than 3 days at the pace of 30: said once, and again only after it has risen above. */
function watchLow(): (transaction: Entry[]) => boolean {
  let charged = 0;
  let wasLow = false;
  return (transaction) => {
    const change = transaction.reduce((sum, { amount }) => sum + amount, 0);
    for (const { kind, amount } of transaction) if (kind === 'charge') charged -= amount;
    const isBelow = (transaction.at(-1)?.balanceAfter ?? 0) * 10 < charged;
    const isNew = change <= 0 && isBelow && !wasLow;
    wasLow = change > 0 ? wasLow && isBelow : wasLow || isBelow;
    return isNew;
  };
}

function eventsOfEntry({ kind, sourceId, capturedHold, holdStatus }: Entry): string[] {
  if (kind === 'charge')
    return [`charge.created ${sourceId}`, ...(capturedHold ? [`hold.captured ${capturedHold}`] : [])];
  if (kind === 'charge_refund') return [`charge.refunded ${sourceId}`];
  if (kind === 'hold') return [`hold.created ${sourceId}`];
  // A captured hold is released in the transaction that charges it.
  if (kind === 'hold_release' && holdStatus !== 'captured') return [`hold.${holdStatus} ${sourceId}`];
  return [];
}

interface SeenEvent {
  id: string;
  organizationId: string;
  name: string;
}

/** A program that reads `/v1/events` in small pages, each after the last. */
export class EventReader {
  readonly seen: SeenEvent[] = [];
  private cursor: string | undefined;
  private readonly client: HttpClient;
  private readonly token: string;

  constructor(client: HttpClient, token: string) {
    this.client = client;
    this.token = token;
  }

  /** Returns whether there may be more at once. */
  async readPage(limit: number): Promise<boolean> {
    const query = { limit, ...(this.cursor && { cursor: this.cursor }) };
    const { status, body } = await this.client.call(listEvents, { query }, { token: this.token });
    if (status !== 200) throw new Error(`events answered ${status}`);
    this.cursor = body.resumeCursor;
    for (const { id, organizationId, type, data } of body.items) {
      const [balance] = (data as { balances?: { balanceMinor: number }[] }).balances ?? [];
      this.seen.push({ id, organizationId, name: `${type} ${balance?.balanceMinor ?? data.id}` });
    }
    return body.nextCursor !== null;
  }

  async readAll(): Promise<void> {
    while (await this.readPage(100));
  }
}
