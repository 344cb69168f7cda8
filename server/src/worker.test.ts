import { jobLabels } from '@kazna/contract/admin/jobs';
import pino from 'pino';
import { expect, test } from 'vitest';
import { parseConfig } from './config/config.ts';
import { buildJobs, jobKinds } from './worker.ts';

test('staff read a Russian label for each kind of job', () => {
  const names = jobKinds.map(({ name }) => name);
  expect(names.filter((name) => !Object.hasOwn(jobLabels, name))).toEqual([]);
  expect(Object.keys(jobLabels).filter((name) => !names.includes(name))).toEqual([]);
});

const jobs = buildJobs({ config: parseConfig({}), log: pino({ level: 'silent' }), keys: {} } as Parameters<
  typeof buildJobs
>[0]);

test('nightly jobs begin ten minutes apart', () => {
  const minutes = jobs
    .map(({ cron = '' }) => /^(\d+) (\d+) \* \* \*$/.exec(cron))
    .filter((time) => time !== null)
    .map(([, minute, hour]) => Number(hour) * 60 + Number(minute))
    .sort((one, other) => one - other);
  expect(minutes.length).toBeGreaterThan(9);
  const gaps = minutes.slice(1).map((minute, index) => minute - (minutes[index] as number));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(10);
});

test('what a schedule repeats is exclusive, and what it repeats at night is long', () => {
  const scheduled = jobs.filter(({ cron }) => cron !== undefined);
  expect(scheduled.filter(({ options }) => !options.isExclusive)).toEqual([]);
  expect(scheduled.filter(({ cron, options }) => /^\d+ \d+ /.test(cron ?? '') && !options.isLong)).toEqual([]);
});
