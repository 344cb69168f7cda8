import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunnerTask, type RunnerTestFile, TestRunner, vi } from 'vitest';
import { startTests } from 'vitest/internal/browser';
import type { Orders, Outcome, ReachOfFile, TestsOfFile, Try } from './orders.ts';
import { hashOfTest } from './plant.ts';
import { ReachCounter } from './reach-counter.ts';

const counter = new ReachCounter();
let active: number | undefined;
let questionsLeft = 0;

Object.assign(globalThis, {
  isActiveMutant: (number: number) => {
    if (active === undefined) counter.count(number);
    if (active !== number) return false;
    questionsLeft -= 1;
    if (questionsLeft < 0) throw new Error('the fault made a loop endless');
    return true;
  },
});

/** Runs the file that Vitest asked for, which does nothing, and then in the same process everything that was ordered. */
export default class WorkerRunner extends TestRunner {
  override async onAfterRunFiles(files: RunnerTestFile[]): Promise<void> {
    super.onAfterRunFiles(files);
    const orders: Orders = JSON.parse(readFileSync(process.env.MUTANT_ORDERS ?? '', 'utf8'));
    const report = (line: Outcome | ReachOfFile) => appendFileSync(orders.resultsFile, `${JSON.stringify(line)}\n`);
    for (const file of orders.reach) report(await this.reachOf(file));
    for (const one of orders.tries) report(await this.find(one));
  }

  private async reachOf(file: string): Promise<ReachOfFile> {
    counter.begin();
    const ran = await this.runFile({ file });
    const tests = testsOf(ran);
    return {
      file,
      hash: hashOfTest(file),
      isPassed: ran.result?.state === 'pass',
      tests: tests.map(({ id, result }) => ({ id, milliseconds: Math.ceil(result?.duration ?? 0) })),
      ...counter.end(tests.map(({ id }) => id)),
    };
  }

  private async find({ number, maxQuestions, files }: Try): Promise<Outcome> {
    for (const asked of files) {
      let why = await this.failureWith(number, maxQuestions, asked);
      // Tests that need what those before them did fail without them, with a fault or without.
      if (why && asked.tests && !(await this.isPassedAlone(asked)))
        why = await this.failureWith(number, maxQuestions, { file: asked.file });
      if (why) return { number, foundBy: asked.file, why };
    }
    return { number, foundBy: null };
  }

  private readonly passedAlone = new Map<string, boolean>();

  private async isPassedAlone(asked: TestsOfFile): Promise<boolean> {
    const key = JSON.stringify(asked);
    const isPassed = this.passedAlone.get(key) ?? !failureOf(await this.runFile(asked));
    this.passedAlone.set(key, isPassed);
    return isPassed;
  }

  private async failureWith(number: number, maxQuestions: number, asked: TestsOfFile): Promise<string | undefined> {
    active = number;
    questionsLeft = maxQuestions;
    try {
      return failureOf(await this.runFile(asked));
    } finally {
      active = undefined;
    }
  }

  /** Stops at the first test that fails. Vitest, which only knows the file that it asked for, is told nothing of it. */
  private async runFile({ file, tests }: TestsOfFile): Promise<RunnerTestFile> {
    const filepath = join(this.config.root, file);
    const plain = TestRunner.prototype;
    let isStopped = false;
    const skipWhenStopped = (task: RunnerTask) => {
      if (isStopped) task.mode = 'skip';
    };
    const quiet: TestRunner = Object.assign(Object.create(this), {
      onCollectStart: plain.onCollectStart,
      onCollected: async () => {},
      onTaskUpdate: async () => {},
      onAfterRunFiles: plain.onAfterRunFiles,
      onBeforeRunSuite(suite: Parameters<typeof plain.onBeforeRunSuite>[0]) {
        counter.enter(undefined);
        skipWhenStopped(suite);
        return plain.onBeforeRunSuite.call(this, suite);
      },
      onBeforeRunTask(test: Parameters<typeof plain.onBeforeRunTask>[0]) {
        counter.enter(test.id);
        skipWhenStopped(test);
        return plain.onBeforeRunTask.call(this, test);
      },
      onAfterRunTask(test: Parameters<typeof plain.onAfterRunTask>[0]) {
        isStopped ||= test.result?.state === 'fail';
        return plain.onAfterRunTask.call(this, test);
      },
    });
    const [ran] = await startTests([tests ? { filepath, testIds: tests } : { filepath }], quiet);
    vi.resetConfig();
    vi.restoreAllMocks();
    if (!ran) throw new Error(`${file} was not run`);
    // Somebody has written the file anew meanwhile: its tests have other ids.
    const isNoneKnown = tests && ran.result?.state !== 'fail' && testsOf(ran).every(({ mode }) => mode === 'skip');
    return isNoneKnown ? this.runFile({ file }) : ran;
  }
}

function testsOf(task: RunnerTask): RunnerTask[] {
  return 'tasks' in task ? task.tasks.flatMap(testsOf) : [task];
}

/** Undefined when all passed. */
function failureOf(file: RunnerTestFile): string | undefined {
  const all = (task: RunnerTask): RunnerTask[] => [task, ...('tasks' in task ? task.tasks.flatMap(all) : [])];
  const failed = all(file).filter(({ result }) => result?.state === 'fail');
  if (failed.length === 0) return undefined;
  const { name, result } = failed.find(({ result }) => result?.errors?.length) ?? file;
  return `${name}: ${result?.errors?.[0]?.message ?? 'failed'}`.slice(0, 300);
}
