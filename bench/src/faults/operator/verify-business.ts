import { setTimeout as sleep } from 'node:timers/promises';
import type { Charge, Event, Kazna } from '@kazna/client';
import { sql } from '../../../../server/src/platform/db/sql.ts';
import type { Site } from '../environment.ts';
import { describeEach } from '../verify-state.ts';
import { workOff } from '../work-off.ts';
import type { Business, Organization } from './business.ts';
import { isSettled, type Sale, type SetAside } from './operations.ts';
import type { Inbox } from './receiver.ts';

export interface BusinessFigures {
  operations: number;
  /** Charges and holds that the client was told of. */
  acknowledged: number;
  refused: number;
  events: number;
  /** Deliveries beyond the first of an event to an endpoint. */
  redelivered: number;
  /** Acknowledged and not there, or without its event. */
  lost: number;
  /** Twice there for one key, or with two events. */
  doubled: number;
  /** There although refused, or for no operation at all. */
  invented: number;
  unsettled: number;
  /** Balances and amounts set aside that do not follow from the operations. */
  unbalanced: number;
  undelivered: number;
  /** Deliveries with a bad signature, another body under the same id, or of no event. */
  forged: number;
  /** Refusals that nothing explains. */
  surprising: number;
  suspects: string[];
}

const deliveryPatienceMs = 150_000;

export function isBusinessClean(figures: BusinessFigures): boolean {
  const { lost, doubled, invented, unsettled, unbalanced, undelivered, forged, surprising } = figures;
  return lost + doubled + invented + unsettled + unbalanced + undelivered + forged + surprising === 0;
}

/** Compares what the programs were told with what the operator API, the database and the receiver have. */
export async function verifyBusiness(environment: Site, business: Business): Promise<BusinessFigures> {
  const [kazna] = business.clients as [Kazna];
  const events = await readEvents(kazna, business);
  const inboxes = [...business.receiver.inboxes.values()];
  await untilDelivered(inboxes, events);
  const sales = business.operations.filter((operation) => operation.kind === 'sale');
  const holds = business.operations.filter((operation) => operation.kind === 'hold');
  const charges = (
    await Promise.all(
      business.organizations.map(({ id }) => kazna.charges.list({ organizationId: id, limit: 100 }).toArray()),
    )
  ).flat();
  const found = [
    compareSales(sales, charges, holds),
    await compareHolds(environment, holds),
    compareEvents(sales, holds, events),
  ];
  const all = (name: keyof Compared) => found.flatMap((compared) => compared[name]);
  const unsettled = business.operations.filter((operation) => !isSettled(operation));
  const unbalanced = await findImbalances(kazna, business.organizations, sales, holds);
  const [undelivered, forged] = [findUndelivered(inboxes, events), findForged(inboxes, events)];
  const compared = { lost: all('lost'), doubled: all('doubled'), invented: all('invented') };
  const suspects = { ...compared, unsettled, unbalanced, undelivered, forged };
  return {
    operations: business.operations.length,
    acknowledged: sales.filter(({ chargeId }) => chargeId).length + holds.filter(({ holdId }) => holdId).length,
    refused: business.operations.filter(({ outcome }) => outcome === 'refused').length,
    events: events.length,
    redelivered: inboxes.reduce((total, { received }) => total + countRepeats(received), 0),
    lost: suspects.lost.length,
    doubled: suspects.doubled.length,
    invented: suspects.invented.length,
    unsettled: unsettled.length,
    unbalanced: unbalanced.length,
    undelivered: undelivered.length,
    forged: forged.length,
    surprising: business.surprises,
    suspects: Object.entries(suspects).flatMap(([what, items]) => describeEach(what, items)),
  };
}

type Compared = Record<'lost' | 'doubled' | 'invented', unknown[]>;

function compareSales(sales: Sale[], charges: Charge[], holds: SetAside[]): Compared {
  const byId = new Map(charges.map((charge) => [charge.id, charge]));
  const ofSales = charges.filter(({ holdId }) => holdId === null);
  const keys = ofSales.map(({ metadata }) => metadata.sale);
  const charged = new Set(sales.filter(({ outcome }) => outcome !== 'refused').map(({ key }) => key));
  const captured = holds.filter(({ outcome }) => outcome === 'captured');
  const isWrong = ({ chargeId, amountMinor, isRefunded, refundMinor }: Sale) => {
    const charge = byId.get(chargeId ?? '');
    return charge?.amountMinor !== amountMinor || charge.refundedMinor !== (isRefunded ? refundMinor : 0);
  };
  return {
    lost: sales.filter((sale) => sale.chargeId && isWrong(sale)),
    doubled: repeatedIn(keys),
    invented: [
      ...keys.filter((key) => !charged.has(key ?? '')),
      ...charges.filter(({ holdId }) => holdId !== null).slice(captured.length),
    ],
  };
}

async function compareHolds({ db }: Site, holds: SetAside[]): Promise<Compared> {
  const rows = await db.query<{ id: string; key: string; status: string; captured: number }>(sql`
    select id, description as key, status, captured_minor::float8 as captured from holds`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const wanted = new Set(holds.filter(({ outcome }) => outcome !== 'refused').map(({ key }) => key));
  const isWrong = ({ holdId, outcome, capturedMinor }: SetAside) => {
    const row = byId.get(holdId ?? '');
    return row?.status !== outcome || row.captured !== (outcome === 'captured' ? capturedMinor : 0);
  };
  return {
    lost: holds.filter((hold) => hold.holdId && isWrong(hold)),
    doubled: repeatedIn(rows.map(({ key }) => key)),
    invented: rows.filter(({ key }) => !wanted.has(key)),
  };
}

/** Each step that was acknowledged has one event, and each event a step. */
function compareEvents(sales: Sale[], holds: SetAside[], events: Event[]): Compared {
  const expected = new Set([
    ...sales.filter(({ chargeId }) => chargeId).map(({ chargeId }) => `charge.created ${chargeId}`),
    ...sales.filter(({ isRefunded }) => isRefunded).map(({ chargeId }) => `charge.refunded ${chargeId}`),
    ...holds.filter(({ holdId }) => holdId).map(({ holdId }) => `hold.created ${holdId}`),
    ...holds
      .filter(({ outcome }) => outcome === 'captured' || outcome === 'released')
      .map(({ holdId, outcome }) => `hold.${outcome} ${holdId}`),
  ]);
  const isOfCapture = ({ type, data }: Event) => type === 'charge.created' && data.holdId !== null;
  const told = events
    .filter((event) => /^(charge|hold)\./.test(event.type) && !isOfCapture(event))
    .map(({ type, data }) => `${type} ${data.id}`);
  const once = new Set(told);
  return {
    lost: [...expected].filter((step) => !once.has(step)),
    doubled: repeatedIn(told),
    invented: [...once].filter((step) => !expected.has(step)),
  };
}

function repeatedIn(names: unknown[]): unknown[] {
  return names.filter((name, place) => names.indexOf(name) !== place);
}

async function findImbalances(
  kazna: Kazna,
  organizations: Organization[],
  sales: Sale[],
  holds: SetAside[],
): Promise<unknown[]> {
  const faults: unknown[] = [];
  for (const { id, fundedMinor } of organizations) {
    const ofThis = <Item extends { organizationId: string }>(items: Item[]) =>
      items.filter(({ organizationId }) => organizationId === id);
    const sold = ofThis(sales).filter(({ outcome }) => outcome === 'charged');
    const spent = sold.reduce(
      (sum, { amountMinor, isRefunded, refundMinor }) => sum + amountMinor - (isRefunded ? refundMinor : 0),
      0,
    );
    const captured = ofThis(holds).reduce(
      (sum, { outcome, capturedMinor }) => sum + (outcome === 'captured' ? capturedMinor : 0),
      0,
    );
    const held = ofThis(holds).reduce(
      (sum, { outcome, amountMinor }) => sum + (outcome === 'open' ? amountMinor : 0),
      0,
    );
    const [balance] = (await kazna.organizations.get(id)).balances;
    const balanceMinor = fundedMinor - spent - captured - held;
    if (balance?.heldMinor !== held || balance.balanceMinor !== balanceMinor)
      faults.push({ id, balance, expected: { balanceMinor, heldMinor: held } });
  }
  return faults;
}

async function readEvents(kazna: Kazna, { cursor }: Business): Promise<Event[]> {
  return kazna.events.list({ limit: 100, ...(cursor && { cursor }) }).toArray();
}

/** What a killed worker was sending is sent again only when its lease ends. */
async function untilDelivered(inboxes: Inbox[], events: Event[]): Promise<void> {
  await workOff(
    () => findUndelivered(inboxes, events).length,
    () => sleep(300),
    deliveryPatienceMs,
  );
}

function findUndelivered(inboxes: Inbox[], events: Event[]): Event[] {
  return inboxes.flatMap(({ types, received }) => {
    const wanted = events.filter(({ type }) => types.includes('*') || types.includes(type));
    return wanted.filter(({ id }) => !received.has(id));
  });
}

function findForged(inboxes: Inbox[], events: Event[]): unknown[] {
  const known = new Map(events.map((event) => [event.id, event]));
  return inboxes.flatMap(({ received, badSignatures, altered }) => [
    ...Array.from({ length: badSignatures }, () => 'a bad signature'),
    ...Array.from({ length: altered }, () => 'another body under the same id'),
    ...[...received].filter(([id, { body }]) => JSON.stringify(known.get(id)) !== JSON.stringify(JSON.parse(body))),
  ]);
}

function countRepeats(received: Inbox['received']): number {
  return [...received.values()].reduce((sum, { count }) => sum + count - 1, 0);
}
