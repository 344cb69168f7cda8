import { setTimeout as sleep } from 'node:timers/promises';
import { type Endings, endAll } from './endings.ts';
import { faults } from './faults.ts';
import { installPackages } from './machine/packages.ts';
import { drawReports, isFaultSurvived } from './report.ts';
import { type FaultReport, runCluster } from './run-cluster.ts';

const noticeMs = 15_000;

/** `--only disk` runs the faults whose name has the word. */
function chosen(args: string[]) {
  const word = args[args.indexOf('--only') + 1];
  return args.includes('--only') && word ? faults.filter(({ name }) => name.includes(word)) : faults;
}

const endings: Endings = [];
const reports: FaultReport[] = [];
const interrupted = new Promise<'interrupted'>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve('interrupted'));
});
// What breaks while parts are ended must not keep the rest from being ended.
process.on('unhandledRejection', (error) => console.error(error));

async function main(): Promise<boolean> {
  const wanted = chosen(process.argv.slice(2));
  const installed = await installPackages();
  if (installed.length > 0) console.log(`installed ${installed.join(', ')}`);
  await runCluster(wanted, endings, (report) => {
    reports.push(report);
    const { fault, secondsWithoutWrites, seconds, signedOut, payments } = report;
    console.log(`${fault}: ${secondsWithoutWrites.toFixed(1)} s without writes, proved after ${seconds} s`);
    for (const line of [...signedOut, ...payments.suspects]) console.log(line);
  });
  return reports.length === wanted.length && reports.every(isFaultSurvived);
}

const running = main().catch((error: unknown) => {
  console.error(error);
  return false;
});
const outcome = await Promise.race([running, interrupted]);
if (reports.length > 0) console.log(`\n${drawReports(reports)}\nCounts are from the beginning of the run on.`);
await endAll(endings);
if (outcome === 'interrupted') {
  // The run notices that its parts are gone, and may have started another meanwhile.
  await Promise.race([running, sleep(noticeMs)]);
  await endAll(endings);
}
process.exit(outcome === true ? 0 : 1);
