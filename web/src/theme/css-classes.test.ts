import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(source, file), 'utf8');

function definedIn(file: string): string[] {
  const selectors = read(file)
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/[\w-]+:[^;{}]*;/g, '');
  return [...selectors.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name);
}

/** Names that the code reads of a stylesheet it imports, such as `classes.row`. */
function usedIn(file: string): { stylesheet: string; name: string }[] {
  const code = read(file).replace(/^import .*$/gm, '');
  return [...read(file).matchAll(/^import (\w+) from '(\..+\.module\.css)'/gm)].flatMap(([, imported, path = '']) =>
    [...code.matchAll(new RegExp(`\\b${imported}\\.(\\w+)`, 'g'))].map(([, name = '']) => ({
      stylesheet: join(dirname(file), path),
      name,
    })),
  );
}

function composedIn(file: string): { stylesheet: string; name: string }[] {
  return [...read(file).matchAll(/composes:\s*([\w\s-]+?)\s+from\s+"(\..+)"/g)].flatMap(([, names = '', path = '']) =>
    names.split(/\s+/).map((name) => ({ stylesheet: join(dirname(file), path), name })),
  );
}

test('every class that code or another stylesheet names is defined in its CSS module', () => {
  const used = [
    ...globSync('**/*.tsx', { cwd: source }).flatMap(usedIn),
    ...globSync('**/*.module.css', { cwd: source }).flatMap(composedIn),
  ];
  const defined = new Map([...new Set(used.map(({ stylesheet }) => stylesheet))].map((one) => [one, definedIn(one)]));
  const missing = used.filter(({ stylesheet, name }) => !defined.get(stylesheet)?.includes(name));
  expect(used.length).toBeGreaterThan(500);
  expect(missing).toEqual([]);
});
