import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A Vitest reporter: what each file took with its imports and hooks, and the tests that passed only when they were
 * retried. The JSON report leaves both out.
 */
export function fileTimes(outputFile) {
  return {
    onTestRunEnd(modules) {
      mkdirSync(path.dirname(outputFile), { recursive: true });
      writeFileSync(outputFile, JSON.stringify(modules.map(timeOf)));
    },
  };
}

function timeOf(module) {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  const flaky = [...module.children.allTests()].filter((test) => test.diagnostic()?.flaky).map((test) => test.fullName);
  return { file: module.relativeModuleId, seconds: (collectDuration + setupDuration + duration) / 1000, flaky };
}
