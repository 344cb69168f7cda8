import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');
const skipped = /^(node_modules|dist|var|\.git|coverage)$/;
const files = listFiles('');
const folders = new Set(files.flatMap((file) => parentsOf(file)));
const names = new Set([...files, ...folders].flatMap((place) => suffixesOf(place)));

/** Made by a build, an installation or a run; or on a machine where the product is installed. */
const notInTheRepository =
  /^(\/(etc|opt)\/.*|pages\.json|pg_hba\.conf|postgresql\.conf|[\w-]*\.(key|pem)|(client\/)?dist\/?.*|var\/.*|node_modules\/.*|invoice-\d+\.pdf)$/;
const fileName = /(?<![\w./@$*-])[\w./@$-]*[\w$-]\.(?:tsx?|mjs|cjs|css|sql|md|yaml|yml|py|html|service|toml)(?![\w-])/g;

test('every file that a document names exists', () => {
  const documents = files.filter(
    (file) => /\.md$/.test(file) && !/CHANGELOG\.md$|^client\/README\.md$|^docs\/ru\/operator-api\.md$/.test(file),
  );
  expect(documents.length).toBeGreaterThan(10);
  expect(documents.flatMap((file) => missingIn(file, linesOf(file)))).toEqual([]);
});

test('every folder that a document names by its path exists', () => {
  const documents = files.filter(
    (file) => /^(ARCHITECTURE|STYLE|README(\.ru)?)\.md$|^docs\//.test(file) && /\.md$/.test(file),
  );
  const missing = documents.flatMap((file) =>
    linesOf(file).flatMap((line) =>
      [...line.matchAll(/`([a-z][\w-]*(?:\/[\w.-]+)+)\/?`/g)]
        .map(([, place]) => place as string)
        .filter((place) => folders.has(place.split('/')[0] as string) || names.has(place.split('/')[0] as string))
        .filter((place) => !names.has(place) && !notInTheRepository.test(place))
        .map((place) => `${file}: ${place}`),
    ),
  );
  expect(missing).toEqual([]);
});

test('every file that a comment names exists', () => {
  const sources = files.filter((file) => /\.(tsx?|mjs|css|sql)$/.test(file) && !/\.gen\.ts$|\/migrations\//.test(file));
  expect(sources.length).toBeGreaterThan(500);
  const missing = sources.flatMap((file) => missingIn(file, commentsOf(file)));
  expect(missing).toEqual([]);
});

function missingIn(file: string, lines: string[]): string[] {
  return lines
    .filter((line) => !line.startsWith('- Bad'))
    .flatMap((line) => line.match(fileName) ?? [])
    .map((name) => name.replace(/^(\.{1,2}\/)+/, ''))
    .filter((name) => !names.has(name) && !notInTheRepository.test(name))
    .map((name) => `${file}: ${name}`);
}

const linesOf = (file: string) => readFileSync(path.join(root, file), 'utf8').split('\n');

function commentsOf(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  return text.match(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$|^\s*-- .*$/gm) ?? [];
}

function listFiles(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (skipped.test(entry.name)) return [];
    const place = path.posix.join(folder, entry.name);
    return entry.isDirectory() ? listFiles(place) : [place];
  });
}

function parentsOf(file: string): string[] {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

function suffixesOf(place: string): string[] {
  const parts = place.split('/');
  return parts.map((_, index) => parts.slice(index).join('/'));
}
