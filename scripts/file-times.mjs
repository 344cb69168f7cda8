import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Reports what each file took with imports and hooks, and tests that passed on a retry: the JSON report omits both. */
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
