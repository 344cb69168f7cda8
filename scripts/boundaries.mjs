import { readFileSync } from 'node:fs';
import { cruise } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { findSharedTables } from './table-owners.mjs';

// A check over no modules or tables finds nothing wrong, so their counts are checked too.
const fewestModules = 30;
const fewestTables = 20;
const folders = [
  'contract/src',
  'client/src',
  'server/src',
  'server/tests',
  'web/src',
  'sandbox/src',
  'bench/src',
  'e2e',
];

const { output } = await cruise(folders, await extractDepcruiseOptions('./.dependency-cruiser.cjs'));
const violations = output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
const seen = output.modules.filter(({ source, dependencies }) => {
  return folders.some((folder) => source.startsWith(`${folder}/`)) && dependencies.length > 0;
});

const { faults, tables } = findSharedTables();

/** A file that is smaller and has one importer stands beside that importer, unless a reason is given here. */
const fewestLines = 15;
const reasons = {
  'client/src/index.ts': 'what the package exports',
  'server/src/dashboard/routes.ts': 'every feature binds its routes in such a file',
  'server/src/documents/bank-statements/format/statement-worker.ts': 'the entry of a thread',
  'server/src/platform/run-in-parallel.ts': 'no business word in it',
};
const sources = /^(contract|client|server|web|sandbox|bench)\/src\/(?!.*\.(test|gen|d)\.tsx?$).*\.tsx?$/;
const small = output.modules
  .filter(({ source, dependents }) => {
    const importers = (dependents ?? []).filter((importer) => sources.test(importer));
    return sources.test(source) && !(source in reasons) && importers.length === 1 && linesOf(source) < fewestLines;
  })
  .map(({ source, dependents }) => `too-small: ${source} (${linesOf(source)} lines) ← ${dependents[0]}`);

function linesOf(file) {
  return readFileSync(file, 'utf8').split('\n').length - 1;
}

const circles = violations.filter((violation) => violation.startsWith('no-circular:')).length;
for (const violation of [...violations, ...faults, ...small]) console.log(violation);
console.log(`${violations.length} forbidden imports, ${circles} of them circles, in ${seen.length} modules`);
console.log(`${small.length} files under ${fewestLines} lines with one importer`);
console.log(`${faults.length} of ${tables} tables are written by more than one feature`);
if (seen.length < fewestModules)
  console.log(`At least ${fewestModules} modules were expected: the parser does not work.`);
if (tables < fewestTables) console.log(`At least ${fewestTables} tables were expected: the SQL is not read.`);
const isBlind = seen.length < fewestModules || tables < fewestTables;
process.exitCode = violations.length + faults.length + small.length > 0 || isBlind ? 1 : 0;
