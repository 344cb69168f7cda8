import { jobLabels } from '@kazna/contract/admin/job-labels';
import { expect, test } from 'vitest';
import { jobKinds } from './worker.ts';

test('staff read a Russian label for each kind of job', () => {
  const names = jobKinds.map(({ name }) => name);
  expect(names.filter((name) => !Object.hasOwn(jobLabels, name))).toEqual([]);
  expect(Object.keys(jobLabels).filter((name) => !names.includes(name))).toEqual([]);
});
