import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../../../server/src/platform/db/sql.ts';
import { askForTheRest, findOtherAnswers, type Order, startClients, startCustomers } from '../faults/clients.ts';
import { type Business, openBusiness, settleTheRest, startLoad } from '../faults/operator/business.ts';
import { isSettled } from '../faults/operator/operations.ts';
import { type BusinessFigures, verifyBusiness } from '../faults/operator/verify-business.ts';
import { countUnsettled, type Figures, verifyState } from '../faults/verify-state.ts';
import type { Endings } from './endings.ts';
import type { Fault } from './faults.ts';
import { followLive, type LiveStreams } from './load/live-streams.ts';
import { type Sessions, startSessions } from './load/sessions.ts';
import { measureGaps } from './load/write-gaps.ts';
import { type Cluster, startCluster } from './machine/cluster.ts';
import { untilWhole } from './machine/patroni.ts';
import { type Product, requireAlive, startProduct } from './product.ts';
import { untilTrue } from './until-true.ts';

export interface FaultReport {
  fault: string;
  /** The longest time in which no write was acknowledged. */
  secondsWithoutWrites: number;
  payments: Figures;
  business: BusinessFigures;
  signedOut: string[];
  /** Until everything was proved. */
  seconds: number;
}

interface Run {
  cluster: Cluster;
  product: Product;
  business: Business;
  sessions: Sessions;
  live: LiveStreams;
  orders: Order[];
}

const load = { clients: 2, programs: 2, people: 4 };
const steadyMs = 5000;
/** What has piled up is worked off at the machine's pace. */
const backlogTimeoutMs = 600_000;

/** Injects the faults one after another under load, and proves after each that nothing is lost, doubled or out of balance. */
export async function runCluster(
  faults: Fault[],
  endings: Endings,
  onReport: (report: FaultReport) => void,
): Promise<FaultReport[]> {
  const cluster = await startCluster(endings);
  const product = await startProduct(cluster.databaseUrl, endings);
  const business = await openBusiness(product);
  endings.push(business.end);
  const customers = startCustomers(product);
  endings.push(customers.stop);
  const sessions = await startSessions(product, load.people);
  endings.push(sessions.stop);
  const live = followLive(product);
  endings.push(live.stop);
  const run = { cluster, product, business, sessions, live, orders: [] };
  const reports: FaultReport[] = [];
  for (const fault of faults) {
    const report = await runFault(run, fault);
    reports.push(report);
    onReport(report);
  }
  return reports;
}

async function runFault(run: Run, fault: Fault): Promise<FaultReport> {
  const { cluster, product, business, sessions, live, orders } = run;
  const startedAt = Date.now();
  const clients = startClients(product, load.clients);
  const programs = startLoad(business, load.programs);
  const meter = measureGaps(() => countAcknowledged(clients.orders, business));
  let secondsWithoutWrites = 0;
  try {
    await sleep(steadyMs);
    await fault.inject(cluster, product);
    await untilWhole(cluster.nodes);
    await live.untilHeardSince(Date.now());
    await sleep(steadyMs);
    secondsWithoutWrites = meter.stop();
  } finally {
    meter.stop();
    await Promise.all([clients.stop(), programs.stop()]);
  }
  orders.push(...clients.orders);
  requireAlive(product);
  await Promise.all([askForTheRest(product, orders), settleTheRest(business)]);
  await untilTrue('jobs and webhooks are worked off', () => isWorkedOff(product), backlogTimeoutMs);
  return {
    fault: fault.name,
    secondsWithoutWrites,
    payments: await verifyState(product, orders, await findOtherAnswers(product, orders)),
    business: await verifyBusiness(product, business),
    signedOut: [...sessions.signedOut],
    seconds: Math.round((Date.now() - startedAt) / 1000),
  };
}

async function isWorkedOff(product: Product): Promise<boolean> {
  const [row] = await product.db.query<{ count: number }>(sql`
    select count(*)::int as count from webhook_deliveries where status = 'pending'`);
  return row?.count === 0 && (await countUnsettled(product)) === 0;
}

function countAcknowledged(orders: Order[], { operations }: Business): number {
  return orders.filter(({ paymentId }) => paymentId).length + operations.filter(isSettled).length;
}
