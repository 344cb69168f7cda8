import { setTimeout as sleep } from 'node:timers/promises';
import {
  askForTheRest,
  type Clients,
  findOtherAnswers,
  type Order,
  startClients,
  startCustomers,
  startSwitching,
} from './clients.ts';
import { type Environment, openEnvironment } from './environment.ts';
import { type Business, type Load, openBusiness, settleTheRest, startLoad } from './operator/business.ts';
import { type BusinessFigures, verifyBusiness } from './operator/verify-business.ts';
import { applyEveryFault } from './provider-faults.ts';
import { countUnsettled, type Figures, verifyState } from './verify-state.ts';
import { workOff } from './work-off.ts';

export interface Plan {
  serverKills: number;
  databaseKills: number;
  timesEach: number;
  clients: number;
  /** Programs of the business that call the operator API while servers and the database are killed. */
  programs: number;
  /**
   * Between a client's orders while the provider misbehaves, which takes one order each time. Servers and the database are
   * killed amid as many as there can be.
   */
  orderPauseMs?: number;
  /** The load goes on until so many orders, charges and holds are acknowledged, and one of them refused. */
  minAcknowledged?: number;
  /** Verifies once at the end instead of after each phase: a killed process's job is retried after half a minute. */
  isProvedOnce?: boolean;
}

export interface PhaseReport extends Figures {
  phase: string;
  faults: number;
  seconds: number;
  business: BusinessFigures;
}

interface Phase {
  name: string;
  programs: number;
  orderPauseMs?: number | undefined;
  /** Returns the number of faults. */
  breakThings: (clients: Clients) => Promise<number>;
}

const idlePatienceMs = 150_000;
const loadTimeoutMs = 60_000;

/**
 * Injects one fault after another under load. After each, waits until idle and verifies that nothing is lost, doubled or
 * out of balance. The product has to recover by its own jobs.
 */
export async function runFaults(plan: Plan, onPhase: (report: PhaseReport) => void): Promise<PhaseReport[]> {
  const environment = await openEnvironment();
  const endings = [environment.end];
  try {
    const business = await openBusiness(environment);
    endings.push(business.end);
    const customers = startCustomers(environment);
    endings.push(customers.stop);
    const switching = startSwitching(environment);
    endings.push(switching.stop);
    return await runPhases(environment, business, plan, onPhase);
  } finally {
    for (const end of endings.reverse()) await end();
  }
}

async function runPhases(
  environment: Environment,
  business: Business,
  plan: Plan,
  onPhase: (report: PhaseReport) => void,
): Promise<PhaseReport[]> {
  const orders: Order[] = [];
  const reports: PhaseReport[] = [];
  const conclude = async (phase: string, faults: number, startedAt: number) => {
    await Promise.all([askForTheRest(environment, orders), settleTheRest(business)]);
    await workOff(
      () => countUnsettled(environment),
      () => sleep(300),
      idlePatienceMs,
    );
    const figures = await verifyState(environment, orders, await findOtherAnswers(environment, orders));
    const verified = await verifyBusiness(environment, business);
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    const report = { phase, faults, ...figures, business: verified, seconds };
    reports.push(report);
    onPhase(report);
  };
  const { programs, orderPauseMs } = plan;
  const phases: Phase[] = [
    { name: 'server and worker killed', programs, breakThings: () => killServers(environment, plan.serverKills) },
    { name: 'database killed', programs, breakThings: () => killDatabase(environment, plan.databaseKills) },
    {
      name: 'provider misbehaves',
      ...{ programs: 0, orderPauseMs },
      breakThings: (clients) => applyEveryFault(environment, clients, plan.timesEach),
    },
  ];
  const startedAt = Date.now();
  let allFaults = 0;
  for (const { name, programs, orderPauseMs, breakThings } of phases) {
    const phaseStartedAt = Date.now();
    const clients = startClients(environment, plan.clients, orderPauseMs);
    const load = startLoad(business, programs);
    const allOrders = () => [...orders, ...clients.orders];
    const faults = await breakThings(clients)
      .then(async (count) => {
        if (programs > 0) await untilAcknowledged(plan, allOrders, business);
        return count;
      })
      .finally(() => stopAll(clients, load));
    orders.push(...clients.orders);
    allFaults += faults;
    if (!plan.isProvedOnce) await conclude(name, faults, phaseStartedAt);
  }
  if (plan.isProvedOnce) await conclude('everything', allFaults, startedAt);
  return reports;
}

async function stopAll(clients: Clients, load: Load): Promise<void> {
  await Promise.all([clients.stop(), load.stop()]);
}

/** Kills the processes, each a server and a worker, independently: at times one takes over, at times none is left. */
export async function killServers({ slots }: Pick<Environment, 'slots'>, count: number): Promise<number> {
  let kills = 0;
  const killInTurn = async (slot: Environment['slots'][0]) => {
    while (kills < count) {
      kills += 1;
      if (kills % 25 === 0) console.log(`${kills} kills`);
      await sleep(200 + Math.random() * 600);
      await slot.kill();
      await slot.start();
    }
  };
  await Promise.all(slots.map(killInTurn));
  return count;
}

async function killDatabase(environment: Environment, count: number): Promise<number> {
  for (let kill = 0; kill < count; kill += 1) {
    await sleep(1000 + Math.random() * 2000);
    await environment.postgres.stop('immediate');
    await sleep(Math.random() * 1000);
    await environment.postgres.start();
  }
  await sleep(1000);
  const dead = environment.slots.find(({ process }) => !process.isRunning());
  if (dead) throw new Error(`a server did not outlive its database:\n${dead.process.output()}`);
  return count;
}

/** A slow machine gets less done between the faults than the proof needs. */
async function untilAcknowledged(
  { minAcknowledged = 0 }: Plan,
  orders: () => Order[],
  { operations }: Business,
): Promise<void> {
  const countDone = () => operations.filter(({ outcome }) => outcome !== 'unknown' && outcome !== 'refused').length;
  const isEnough = () =>
    minAcknowledged === 0 ||
    (orders().filter(({ paymentId }) => paymentId).length >= minAcknowledged &&
      countDone() >= minAcknowledged &&
      operations.some(({ outcome }) => outcome === 'refused'));
  const deadline = Date.now() + loadTimeoutMs;
  while (!isEnough() && Date.now() < deadline) await sleep(100);
}
