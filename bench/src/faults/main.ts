import { drawTable } from '../table.ts';
import { isBusinessClean } from './operator/verify-business.ts';
import { runFaults } from './run-faults.ts';
import { areSubscriptionsClean, runSubscriptionFaults } from './subscriptions.ts';
import { isClean } from './verify-state.ts';

const {
  KILLS = '100',
  DATABASE_KILLS = '10',
  TIMES_EACH = '5',
  CLIENTS = '6',
  PROGRAMS = '4',
  SUBSCRIPTIONS = '120',
} = process.env;
const plan = {
  serverKills: Number(KILLS),
  databaseKills: Number(DATABASE_KILLS),
  timesEach: Number(TIMES_EACH),
  clients: Number(CLIENTS),
  programs: Number(PROGRAMS),
};

const reports = await runFaults(plan, ({ phase, seconds, paid, lost, doubled, invented }) =>
  console.log(`${phase}: ${paid} paid, ${lost} lost, ${doubled} doubled, ${invented} invented after ${seconds} s`),
);
const headings = ['phase', 'faults', 'orders', 'acknowledged', 'paid', 'lost', 'doubled', 'invented', 'unsettled'];
const rows = reports.map((report) => [
  report.phase,
  report.faults,
  report.orders,
  report.acknowledged,
  report.paid,
  report.lost,
  report.doubled,
  report.invented,
  report.unsettled,
  report.unbalanced,
  report.seconds,
]);
console.log(`\n${drawTable([...headings, 'unbalanced', 'seconds'], rows)}`);
const ofBusiness = reports.map(({ phase, business: { suspects, ...numbers } }) => ({ phase, numbers, suspects }));
const [names] = ofBusiness.map(({ numbers }) => Object.keys(numbers));
const figures = ofBusiness.map(({ phase, numbers }) => [phase, ...Object.values(numbers)]);
console.log(`\nOperator API and webhooks:\n${drawTable(['phase', ...(names ?? [])], figures)}`);
console.log('Everything counts from the beginning of the run; every proof covers all of it.');
for (const { suspects } of [...reports, ...ofBusiness]) for (const line of suspects) console.log(line);
const { suspects, ...figuresOfSubscriptions } = await runSubscriptionFaults({
  kills: plan.serverKills,
  subscriptions: Number(SUBSCRIPTIONS),
});
const columns = Object.entries(figuresOfSubscriptions);
console.log(
  `\nSubscriptions over eighty days, compared with the same days without faults:\n${drawTable(
    columns.map(([name]) => name),
    [columns.map(([, value]) => value)],
  )}`,
);
for (const line of suspects) console.log(line);
const isAllClean =
  reports.every((report) => isClean(report) && isBusinessClean(report.business)) &&
  areSubscriptionsClean({ ...figuresOfSubscriptions, suspects });
process.exitCode = isAllClean ? 0 : 1;
