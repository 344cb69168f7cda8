import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type ResolvedConfig, type Rolldown } from 'vite';

type Prerender = typeof import('../src/prerender.tsx');
type RouteOfPage = ReturnType<Prerender['pagesOfRoutes']>[number];

/** `module` of a page is its file in `web/src`; undefined for `/`, which has two. */
export type Page = Omit<RouteOfPage, 'load'> & { module: string | undefined };

/** Builds the pages' code for Node and loads it. */
export async function loadPrerender({ configFile, root }: ResolvedConfig) {
  const outDir = join(root, '../node_modules/.cache/web-prerender');
  const built = await build({
    root,
    configFile: configFile ?? false,
    logLevel: 'error',
    build: { ssr: 'src/prerender.tsx', outDir, emptyOutDir: true },
  });
  provideBrowserGlobals();
  const { pagesOfRoutes, renderPage }: Prerender = await import(pathToFileURL(join(outDir, 'prerender.js')).href);
  const modules = modulesByFile(built as Rolldown.RolldownOutput, root);
  const pages = pagesOfRoutes().map(({ load, ...page }): Page => {
    const [, file = ''] = load?.match(/import\(["'`]\.\/(.+?)["'`]\)/) ?? [];
    if (page.path !== '/' && !modules.has(file)) throw new Error(`The page at ${page.path} imports no module: ${load}`);
    return { ...page, module: modules.get(file) };
  });
  return { pages, renderPage };
}

function modulesByFile({ output }: Rolldown.RolldownOutput, root: string): Map<string, string> {
  const source = join(root, 'src/');
  return new Map(
    output.flatMap((file) =>
      file.type === 'chunk' && file.facadeModuleId?.startsWith(source)
        ? [[file.fileName, file.facadeModuleId.slice(source.length).replaceAll('\\', '/')] as const]
        : [],
    ),
  );
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
