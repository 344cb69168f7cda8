import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createVitest } from 'vitest/node';
import { instrument } from './mutate-code.ts';
import type { Orders, Outcome, ReachOfFile, Try } from './orders.ts';
import type { Planted } from './plant.ts';

const root = join(import.meta.dirname, '../../..');

/** One Vitest for many workers, one after another: PostgreSQL is started and the modules are translated once. */
export async function openTestRun(planted: Planted[]) {
  const folder = mkdtempSync(join(tmpdir(), 'kazna-mutants-'));
  const ordersFile = join(folder, 'orders.json');
  process.env.MUTANT_ORDERS = ordersFile;
  const vitest = await createVitest(
    'test',
    {
      root,
      config: false,
      watch: false,
      include: ['server/{src,tests}/**/*.test.ts', 'contract/src/**/*.test.ts'],
      pool: 'forks',
      isolate: false,
      maxWorkers: 1,
      globalSetup: 'server/tests/support/global-setup.ts',
      setupFiles: 'server/tests/support/setup.ts',
      runner: join(import.meta.dirname, 'worker-runner.ts'),
      // What other runs have kept has their numbers of faults in it.
      fsModuleCachePath: join(folder, 'modules'),
      reporters: [{}],
      // A fault that only its rejections show in the background ends no worker.
      dangerouslyIgnoreUnhandledErrors: true,
      testTimeout: 15_000,
      hookTimeout: 30_000,
      expect: { poll: { timeout: 6_000 } },
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
  const begin = vitest.getRootProject().createSpecification(join(import.meta.dirname, 'empty-suite.ts'));
  const work = async (orders: Orders) => {
    writeFileSync(ordersFile, JSON.stringify(orders));
    await vitest.runTestSpecifications([begin]);
  };
  return {
    allFiles: async () =>
      (await vitest.globTestSpecifications()).map(({ moduleId }) => relative(root, moduleId).replaceAll('\\', '/')),
    /** What each file reaches is written to `resultsFile`; a file that ends its process is not used. */
    async reach(files: string[], resultsFile: string): Promise<void> {
      await work({ resultsFile, reach: files, tries: [] });
      const known = readLines<ReachOfFile>(resultsFile).map(({ file }) => file);
      const ending = files.find((file) => !known.includes(file));
      if (ending) throw new Error(`${ending} ends its process without any fault`);
    },
    /** Writes the outcomes to `resultsFile`. A fault that ends its process is found by that. */
    async findFaults(tries: Try[], resultsFile: string): Promise<void> {
      for (let left = tries; left.length > 0; ) {
        const before = readLines<Outcome>(resultsFile).length;
        await work({ resultsFile, reach: [], tries: left });
        const known = readLines<Outcome>(resultsFile).slice(before);
        const [ending, ...others] = left.filter((one) => !known.some(({ number }) => number === one.number));
        if (ending) {
          const outcome: Outcome = {
            number: ending.number,
            foundBy: ending.files[0]?.file ?? '',
            why: 'ends its process',
          };
          appendFileSync(resultsFile, `${JSON.stringify(outcome)}\n`);
        }
        left = others;
      }
    },
    async close() {
      await vitest.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function readLines<Line>(file: string): Line[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
}
