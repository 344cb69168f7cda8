import { parseArgs } from 'node:util';
import { startPostgres } from '../../../server/tests/support/postgres.ts';
import { runFuzz } from './run-fuzz.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    requests: { type: 'string', default: '10000' },
    only: { type: 'string' },
  },
});
const [seed, requests] = [Number(values.seed), Number(values.requests)];
if (!Number.isInteger(seed) || !(requests >= 1)) throw new Error('--seed and --requests take whole numbers');

const postgres = await startPostgres();
try {
  const report = await runFuzz({ seed, requests, only: values.only, adminUrl: postgres.url }, (done) => {
    if (done % 1000 === 0) console.log(`${done} requests`);
  });
  for (const { number, operation, fault, curl } of report.failures) {
    console.log(`\n${operation} ${fault}`);
    console.log(
      `  seed ${seed}, request ${number}: npm run fuzz -- --seed ${seed} --requests ${number}${values.only ? ` --only ${values.only}` : ''}`,
    );
    console.log(`  ${curl}`);
  }
  for (const line of report.serverErrors.slice(-5)) console.log(`\nThe server wrote: ${line}`);
  for (const fault of report.ledgerFaults) console.log(`ledger: ${fault}`);
  const { operations, succeeded } = report;
  const statuses = [...report.statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  console.log(`\nAnswers by status: ${statuses.join(', ')}`);
  console.log(`${succeeded.size} of ${operations.length} operations were done as asked at least once`);
  const refused = operations.filter((operation) => !succeeded.has(operation));
  if (refused.length > 0) console.log(`Never: ${refused.join(', ')}`);
  console.log(`Seed ${seed}: ${report.failures.length} failures, ${report.ledgerFaults.length} faults in the ledger`);
  process.exitCode = report.failures.length + report.ledgerFaults.length > 0 ? 1 : 0;
} finally {
  await postgres.remove();
}
