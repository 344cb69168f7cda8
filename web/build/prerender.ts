import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type ResolvedConfig } from 'vite';

type Prerender = typeof import('../src/prerender.tsx');

/** Builds the pages' code for Node and loads it. */
export async function loadPrerender({ configFile, root }: ResolvedConfig): Promise<Prerender> {
  const outDir = join(root, '../node_modules/.cache/web-prerender');
  await build({
    root,
    configFile: configFile ?? false,
    logLevel: 'error',
    build: { ssr: 'src/prerender.tsx', outDir, emptyOutDir: true },
  });
  provideBrowserGlobals();
  return import(pathToFileURL(join(outDir, 'prerender.js')).href);
}

/** What our modules ask of the browser before they render: a visitor without anything stored. */
function provideBrowserGlobals(): void {
  const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
  const globals = {
    addEventListener: () => {},
    localStorage: storage,
    location: { hash: '', origin: 'http://localhost' },
    sessionStorage: storage,
  };
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, configurable: true });
  }
}
