import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A Vitest reporter: what each file took with its imports and hooks, which the JSON report leaves out. */
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
  return { file: module.relativeModuleId, seconds: (collectDuration + setupDuration + duration) / 1000 };
}
