import { type Endings, endAll } from './endings.ts';
import { faults } from './faults.ts';
import { installPackages } from './machine/packages.ts';
import { drawReports, isFaultSurvived } from './report.ts';
import { type FaultReport, runCluster } from './run-cluster.ts';

/** `--only disk` runs the faults whose name has the word. */
function chosen(args: string[]) {
  const word = args[args.indexOf('--only') + 1];
  return args.includes('--only') && word ? faults.filter(({ name }) => name.includes(word)) : faults;
}

const endings: Endings = [];
const reports: FaultReport[] = [];
let isInterrupted = false;
const interrupt = async () => {
  if (isInterrupted) return;
  isInterrupted = true;
  console.error('interrupted: ending what was started');
  await endAll(endings);
  process.exit(130);
};
process.on('SIGINT', interrupt);
process.on('SIGTERM', interrupt);

try {
  const wanted = chosen(process.argv.slice(2));
  const installed = await installPackages();
  if (installed.length > 0) console.log(`installed ${installed.join(', ')}`);
  await runCluster(wanted, endings, (report) => {
    reports.push(report);
    const { fault, secondsWithoutWrites, seconds, signedOut, payments } = report;
    console.log(`${fault}: ${secondsWithoutWrites.toFixed(1)} s without writes, proved after ${seconds} s`);
    for (const line of [...signedOut, ...payments.suspects]) console.log(line);
  });
  process.exitCode = reports.length === wanted.length && reports.every(isFaultSurvived) ? 0 : 1;
} catch (error) {
  if (!isInterrupted) console.error(error);
  process.exitCode = 1;
} finally {
  if (!isInterrupted) {
    if (reports.length > 0) console.log(`\n${drawReports(reports)}\nCounts are from the beginning of the run on.`);
    await endAll(endings);
  }
}
