import { uuidv7 } from '../../../server/src/platform/db/uuid.ts';
import { startPostgres } from '../../../server/tests/support/postgres.ts';
import { drawTable } from '../table.ts';
import { changeMonths, type MonthsChanged, repeatBatch } from './checks.ts';
import { fillUsage } from './fill.ts';
import { measureChart, type Rate, sendFor } from './send.ts';
import { openUsageTestbed, type UsageTestbed } from './testbed.ts';

/** How many events the second database has before it is measured. */
const { USAGE_STORED = '5000000', USAGE_SECONDS = '20', USAGE_POSTGRES } = process.env;
const stored = Number(USAGE_STORED);
const measureMs = Number(USAGE_SECONDS) * 1000;
/** What docs/growth.md says for much usage: by PostgreSQL's own, the index of a month does not fit into its memory. */
const recommended = 'shared_buffers=4GB,max_wal_size=8GB';
const targets = { rate: 30_000, growth: 1.5, lockMs: 100 };

/** Sends usage through HTTP with few and with many events stored, sends a batch again, reads a chart, and drops months meanwhile. */
export async function measureUsage(): Promise<boolean> {
  const chosen = USAGE_POSTGRES ?? recommended;
  const settings = Object.fromEntries(chosen.split(',').map((one) => one.split('=') as [string, string]));
  const postgres = await startPostgres({ isDurable: true, settings });
  try {
    console.log(`PostgreSQL with ${chosen}; server, database and sender on the same cores; batches of 1,000`);
    const many = await openUsageTestbed(postgres.url);
    await fillUsage(many, stored);
    const few = await openUsageTestbed(postgres.url);
    return report(await measure(few, many));
  } finally {
    await postgres.remove();
  }
}

async function measure(few: UsageTestbed, many: UsageTestbed): Promise<Results> {
  const { rows } = await many.client.query('select count(*)::int as count from usage_events');
  try {
    const ofFew = await measureOne(few);
    await repeatBatch(few);
    await few.end();
    const ofMany = await measureOne(many);
    const growing = await sendFor(many.target, measureMs, () => uuidv7());
    return { few: ofFew, many: ofMany, growing, count: rows[0].count, months: await changeMonths(many) };
  } finally {
    await many.end();
  }
}

interface Measured {
  rate: Rate;
  chartMs: number;
}

/** After a checkpoint each page is logged whole once, which the first seconds pay for all that come until the next one. */
const settlingMs = 15_000;

async function measureOne({ target }: UsageTestbed): Promise<Measured> {
  await sendFor(target, settlingMs);
  const rate = await sendFor(target, measureMs);
  return { rate, chartMs: await measureChart(target) };
}

interface Results {
  few: Measured;
  many: Measured;
  /** With many stored, of ids that grow with time. */
  growing: Rate;
  months: MonthsChanged;
  count: number;
}

function report({ few, many, growing, months, count }: Results): boolean {
  const verdict = (isMet: boolean) => (isMet ? 'met' : 'MISSED');
  const isFast = (rate: Rate) => rate.perSecond >= targets.rate;
  const isFlat = few.rate.perSecond <= many.rate.perSecond * targets.growth;
  const isChartFlat = many.chartMs <= few.chartMs * targets.growth;
  const isUnlocked = months.longestWaitMs <= targets.lockMs;
  const storedText = count.toLocaleString('en');
  const rate = ({ perSecond }: Rate) => Math.round(perSecond).toLocaleString('en');
  const times = ({ p99Ms, longestMs }: Rate) => `${Math.round(p99Ms)} and ${Math.round(longestMs)}`;
  const rows = [
    ['events a second, few stored', rate(few.rate), `≥ ${targets.rate}`, verdict(isFast(few.rate))],
    ['… p99 and longest of a batch, ms', times(few.rate), '', ''],
    [
      `events a second, ${storedText} stored`,
      rate(many.rate),
      `≥ ${targets.rate}, within ${targets.growth} times`,
      verdict(isFast(many.rate) && isFlat),
    ],
    ['… p99 and longest of a batch, ms', times(many.rate), '', ''],
    ['events a second, as many stored, ids that grow', rate(growing), `≥ ${targets.rate}`, verdict(isFast(growing))],
    ['… p99 and longest of a batch, ms', times(growing), '', ''],
    ['a batch sent again changes nothing', 'yes', '', 'met'],
    ['a month by hour, few stored, ms', few.chartMs.toFixed(1), '', ''],
    [`… ${storedText} stored, ms`, many.chartMs.toFixed(1), `≤ ${targets.growth} times`, verdict(isChartFlat)],
    [
      `longest wait for a lock while ${months.dropped} months go and ${months.made} are made, ms`,
      months.longestWaitMs.toFixed(0),
      `≤ ${targets.lockMs}`,
      verdict(isUnlocked),
    ],
    ['… p99 and longest of a batch meanwhile, ms', times(months.beside), '', ''],
  ];
  console.log(drawTable(['', 'measured', 'target', ''], rows));
  return isFast(few.rate) && isFast(many.rate) && isFast(growing) && isFlat && isChartFlat && isUnlocked;
}
