import { setTimeout as sleep } from 'node:timers/promises';
import { askForTheRest, type Clients, countOtherAnswers, type Order, startClients, startCustomers } from './clients.ts';
import { type Environment, openEnvironment } from './environment.ts';
import { applyEveryFault } from './provider-faults.ts';
import { countUnsettled, type Figures, verifyState } from './verify-state.ts';

export interface Plan {
  serverKills: number;
  databaseKills: number;
  /** How often each fault is injected. */
  timesEach: number;
  clients: number;
  /** Verifies once at the end instead of after each phase: a killed process's job is retried after half a minute. */
  isProvedOnce?: boolean;
}

export interface PhaseReport extends Figures {
  phase: string;
  /** Kills or injected faults. */
  faults: number;
  seconds: number;
}

const idleTimeoutMs = 150_000;

/**
 * Injects one fault after another under load. After each, waits until idle and verifies that nothing is lost, doubled or
 * out of balance. The product has to recover by its own jobs.
 */
export async function runFaults(plan: Plan, onPhase: (report: PhaseReport) => void): Promise<PhaseReport[]> {
  const environment = await openEnvironment();
  const customers = startCustomers(environment);
  const orders: Order[] = [];
  const reports: PhaseReport[] = [];
  const conclude = async (phase: string, faults: number, startedAt: number) => {
    await askForTheRest(environment, orders);
    await untilIdle(environment);
    const figures = await verifyState(environment, orders, await countOtherAnswers(environment, orders));
    const report = { phase, faults, ...figures, seconds: Math.round((Date.now() - startedAt) / 1000) };
    reports.push(report);
    onPhase(report);
  };
  const phases: [string, (clients: Clients) => Promise<number>][] = [
    ['server killed', () => killServers(environment, plan.serverKills)],
    ['database killed', () => killDatabase(environment, plan.databaseKills)],
    ['provider misbehaves', (clients) => applyEveryFault(environment, clients, plan.timesEach)],
  ];
  try {
    const startedAt = Date.now();
    let allFaults = 0;
    for (const [phase, breakThings] of phases) {
      const phaseStartedAt = Date.now();
      const clients = startClients(environment, plan.clients);
      const faults = await breakThings(clients).finally(clients.stop);
      orders.push(...clients.orders);
      allFaults += faults;
      if (!plan.isProvedOnce) await conclude(phase, faults, phaseStartedAt);
    }
    if (plan.isProvedOnce) await conclude('everything', allFaults, startedAt);
    return reports;
  } finally {
    await customers.stop();
    await environment.end();
  }
}

/** Kills the processes in turn; the other keeps serving and takes over the jobs. */
async function killServers(environment: Environment, count: number): Promise<number> {
  for (let kill = 0; kill < count; kill += 1) {
    const slot = environment.slots[kill % 2] as Environment['slots'][0];
    await sleep(200 + Math.random() * 600);
    await slot.kill();
    await slot.start();
    if ((kill + 1) % 25 === 0) console.log(`${kill + 1} kills`);
  }
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

async function untilIdle(environment: Environment): Promise<void> {
  const deadline = Date.now() + idleTimeoutMs;
  while ((await countUnsettled(environment)) > 0 && Date.now() < deadline) await sleep(300);
}
