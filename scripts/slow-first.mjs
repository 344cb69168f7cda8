import { BaseSequencer } from 'vitest/node';

/** Files that take long though they are short: Vitest orders by size until it knows their times. */
const slow = [
  'server/tests/attacks/two-people-one-address/sequences.test.ts',
  'server/tests/attacks/mass-assignment.test.ts',
  'server/tests/access/matrix.test.ts',
  'server/tests/abuse/abuse.test.ts',
  'server/tests/money-model/money-model.test.ts',
  'server/tests/attacks/strange-texts.test.ts',
  'server/tests/access/foreign-ids.test.ts',
  'server/src/payments/saved-methods/removals-against-charges.test.ts',
  'server/src/services/subscriptions/histories.test.ts',
  'server/src/platform/db/timeouts.test.ts',
  'e2e/faults.test.ts',
  'e2e/processes.test.ts',
  'e2e/npm-start.test.ts',
  'e2e/slow-loads.test.ts',
  'e2e/fuzz.test.ts',
  'e2e/package.test.ts',
  'e2e/cabinet-screens.test.ts',
  'e2e/screens.test.ts',
];

/** Begins with the slowest files, so that no worker is left alone with one at the end. */
export class SlowFirst extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }) => slow.some((file) => moduleId.endsWith(`/${file}`));
    const byProject = Map.groupBy(sorted, ({ project }) => project.name);
    return [...byProject.values()].flatMap((group) =>
      group.toSorted((one, other) => Number(isSlow(other)) - Number(isSlow(one))),
    );
  }
}
