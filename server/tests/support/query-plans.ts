import { expect } from 'vitest';
import type { Database, Queries } from '../../src/platform/db/database.ts';
import type { Sql } from '../../src/platform/db/sql.ts';

interface Step {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  Plans?: Step[];
}

/** The nodes that read the table, of the plans of everything that is asked for. */
export async function stepsOn(
  table: string,
  db: Database,
  ask: (explaining: Queries) => Promise<unknown>,
): Promise<Step[]> {
  const steps: Step[] = [];
  const walk = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(walk)];
  const explain = async ({ text, values }: Sql) => {
    const { rows } = await db.queryText(`explain (analyze, format json) ${text}`, values);
    const [{ Plan: root }] = (rows[0] as Record<string, unknown>)['QUERY PLAN'] as [{ Plan: Step }];
    steps.push(...walk(root).filter((step) => step['Relation Name'] === table));
  };
  await ask({
    ...db,
    query: async (statement) => {
      await explain(statement);
      return [];
    },
    queryWithHead: async (statement) => {
      await explain(statement);
      return { head: null, rows: [] };
    },
  });
  expect(steps.length).toBeGreaterThan(0);
  return steps;
}
