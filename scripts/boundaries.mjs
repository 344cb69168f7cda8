import { cruise } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';

// A cruise that sees nothing also finds nothing wrong, so how much it saw is part of the check.
const fewestModules = 30;
const folders = ['contract/src', 'server/src', 'server/tests', 'web/src', 'sandbox/src', 'bench/src', 'e2e'];

const { output } = await cruise(folders, await extractDepcruiseOptions('./.dependency-cruiser.cjs'));
const violations = output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
const seen = output.modules.filter(({ source, dependencies }) => {
  return folders.some((folder) => source.startsWith(`${folder}/`)) && dependencies.length > 0;
});

for (const violation of violations) console.log(violation);
console.log(`${violations.length} forbidden imports in ${seen.length} modules`);
if (seen.length < fewestModules)
  console.log(`At least ${fewestModules} modules were expected: the parser does not work.`);
process.exitCode = violations.length > 0 || seen.length < fewestModules ? 1 : 0;
