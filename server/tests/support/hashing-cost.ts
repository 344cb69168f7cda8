import { hashingCost } from '../../src/people/accounts/credentials.ts';

const fullCost = { ...hashingCost };

/** For a test whose subject is hashing itself. */
export function restoreHashingCost(): void {
  Object.assign(hashingCost, fullCost);
}

/** At full cost the hashing of passwords would take a good part of the suite's time. */
export function lowerHashingCost(): void {
  Object.assign(hashingCost, { memory: 8, passes: 1 });
}
