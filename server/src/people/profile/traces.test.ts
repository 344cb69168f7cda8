import { deleteProfile, exportProfile } from '@kazna/contract/cabinet/profile';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { signedInPerson } from '../../../tests/support/organizations.ts';
import { type Watched, watchStatements } from '../../../tests/support/statements.ts';

let app: TestApp;
let watched: Watched;
beforeAll(async () => {
  const watch = (db: TestApp['db']) => {
    watched = watchStatements(db);
    return watched.db;
  };
  app = await startTestApp(inject('databaseUrl'), { watch });
});
afterAll(() => app.close());

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Recheck Cond'?: string;
  Plans?: Node[];
}

/** Holds refunds under way alone, of all organizations: reading it whole is cheap. */
const partialIndex = 'refunds_unsettled';

/** Tables that a statement reads without an index. */
async function tablesReadThrough(text: string): Promise<string[]> {
  const [row] = await app.db.transaction(async (tx) => {
    // A join of small tables reads one of them whole by choice; nested loops show whether an index exists.
    for (const way of ['seqscan', 'hashjoin', 'mergejoin']) await tx.queryText(`set local enable_${way} = off`);
    return (await tx.queryText(`explain (generic_plan, format json) ${text}`)).rows;
  });
  const [{ Plan }] = (row as { 'QUERY PLAN': [{ Plan: Node }] })['QUERY PLAN'];
  const within = (node: Node): string[] => {
    const isRead =
      node['Node Type'].endsWith('Scan') &&
      !node['Index Cond'] &&
      !node['Recheck Cond'] &&
      node['Index Name'] !== partialIndex;
    const table = node['Relation Name'];
    return [...(isRead && table ? [table] : []), ...(node.Plans ?? []).flatMap(within)];
  };
  return within(Plan);
}

test('the export and the deletion of a person use indexes only', async () => {
  const { token, password } = await signedInPerson(app);
  watched.take();
  expect((await app.call(exportProfile, {}, { token })).status).toBe(200);
  expect((await app.call(deleteProfile, { body: { currentPassword: password } }, { token })).status).toBe(204);
  // The queue and the development mailbox are exempt.
  const statements = watched.take().filter((text) => !/pgboss|development_letters/.test(text));
  expect(statements.length).toBeGreaterThan(20);
  for (const text of statements) expect(await tablesReadThrough(text), text).toEqual([]);
});
