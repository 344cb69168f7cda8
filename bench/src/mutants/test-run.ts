import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { BaseSequencer, createVitest } from 'vitest/node';
import type { Orders } from './in-tests.ts';
import { instrument } from './mutate-code.ts';
import type { Planted } from './plant.ts';

const root = join(import.meta.dirname, '../../..');

export interface FileResult {
  file: string;
  state: string;
  milliseconds: number;
}

/** The order in which the files were asked for. */
class AsAsked extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]) {
    return files;
  }
}

/** One Vitest for many runs: PostgreSQL is started and the modules are translated once. */
export async function openTestRun(planted: Planted[], { workers }: { workers: number }) {
  const folder = mkdtempSync(join(tmpdir(), 'kazna-mutants-'));
  const ordersFile = join(folder, 'orders.json');
  const reachedFile = join(folder, 'reached.jsonl');
  process.env.MUTANT_ORDERS = ordersFile;
  const order = (active: number | null, mostQuestions: number) =>
    writeFileSync(ordersFile, JSON.stringify({ active, mostQuestions, reachedFile } satisfies Orders));
  order(null, 0);
  writeFileSync(reachedFile, '');
  const vitest = await createVitest(
    'test',
    {
      root,
      config: false,
      watch: false,
      include: ['server/{src,tests}/**/*.test.ts', 'contract/src/**/*.test.ts'],
      pool: 'forks',
      // A fault in what a module does once must not be outlived by the module.
      isolate: true,
      maxWorkers: workers,
      globalSetup: 'server/tests/support/global-setup.ts',
      setupFiles: [join(import.meta.dirname, 'in-tests.ts'), 'server/tests/support/setup.ts'],
      sequence: { sequencer: AsAsked },
      // What other runs have kept has their numbers of faults in it.
      fsModuleCachePath: join(folder, 'modules'),
      reporters: [{}],
      testTimeout: 60_000,
      hookTimeout: 60_000,
      expect: { poll: { timeout: 15_000 } },
    },
    {
      plugins: [
        {
          name: 'plant-mutants',
          enforce: 'pre',
          transform(code, id) {
            const found = planted.find(({ file }) => join(root, file) === id);
            if (!found) return;
            // What is tested is what was looked through, also when somebody saves the file meanwhile.
            if (found.code !== code) throw new Error(`${found.file} has changed since the faults were planted`);
            return instrument(code, found.mutants, found.firstNumber);
          },
        },
      ],
    },
  );
  const project = vitest.getRootProject();
  const run = async (files: string[], bail: number): Promise<FileResult[]> => {
    vitest.config.bail = bail;
    project.config.bail = bail;
    const { testModules } = await vitest.runTestSpecifications(
      files.map((file) => project.createSpecification(join(root, file))),
    );
    const results = testModules.map((module) => ({
      file: relative(root, module.moduleId).replaceAll('\\', '/'),
      state: module.state(),
      milliseconds: module.diagnostic().duration,
    }));
    // Vitest goes on naming the files of earlier runs.
    return results.filter(({ file }) => files.includes(file));
  };
  return {
    allFiles: async () =>
      (await vitest.globTestSpecifications()).map(({ moduleId }) => relative(root, moduleId).replaceAll('\\', '/')),
    /** Which faults each file reaches, and how often. */
    async reach(files: string[]) {
      order(null, 0);
      return { results: await run(files, 0), reachedFile };
    },
    /** The first file that finds the fault, or undefined. */
    async findFault(number: number, mostQuestions: number, files: string[]): Promise<string | undefined> {
      order(number, mostQuestions);
      const results = await run(files, 1);
      return results.find(({ state }) => state === 'failed')?.file;
    },
    async close() {
      await vitest.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
