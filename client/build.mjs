// Writes a package that can be published as it is: plain JavaScript, declarations and the README.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const target = resolve(process.argv[2] ?? join(here, 'dist'));
const compiler = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));
const options = ['--composite', 'false', '--emitDeclarationOnly', 'false', '--declaration', '--incremental', 'false'];

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
const { status } = spawnSync(
  process.execPath,
  [
    compiler,
    '-p',
    here,
    ...options,
    '--rewriteRelativeImportExtensions',
    '--rootDir',
    join(here, 'src'),
    '--outDir',
    target,
  ],
  { stdio: 'inherit' },
);
if (status !== 0) process.exit(1);

const { private: _, scripts: __, ...description } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
const exports = { '.': { types: './index.d.ts', default: './index.js' } };
writeFileSync(join(target, 'package.json'), `${JSON.stringify({ ...description, exports }, null, 2)}\n`);
copyFileSync(join(here, 'README.md'), join(target, 'README.md'));
copyFileSync(join(here, '../LICENSE'), join(target, 'LICENSE'));
