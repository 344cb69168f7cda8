import type { Rolldown } from 'vite';

export interface PageFiles {
  /** For visitors where the page is theirs, otherwise for the signed in. */
  usual: string[];
  /** Only where one address shows the signed in another page. */
  member?: string[];
}

const shell = 'shell/shell.tsx';

export function findPageFiles(bundle: Rolldown.OutputBundle): Map<string, PageFiles> {
  const files = filesByModule(bundle);
  const filesOf = (...modules: string[]) => [...new Set(modules.flatMap((module) => files.get(module) ?? []))];
  const pages = new Map<string, PageFiles>();
  for (const route of files.keys()) {
    const path = pathOfRoute(route);
    if (path === undefined) continue;
    const layout = route.startsWith('routes/auth/') ? 'routes/auth/route.tsx' : shell;
    pages.set(path, { usual: filesOf(layout, route) });
  }
  const landing = ['routes/index.tsx', 'features/home/landing-page.tsx'];
  const start = ['routes/index.tsx', shell, 'features/home/start-page.tsx'];
  return pages.set('/', { usual: filesOf(...landing), member: filesOf(...start) });
}

/** `routes/_protected/payments/$id.tsx` is the page at `/payments/$id`. */
function pathOfRoute(module: string): string | undefined {
  const [, route] = /^routes\/(?:_protected\/)?(.+)\.tsx$/.exec(module) ?? [];
  if (!route || /(^|\/)(route|__root)$/.test(route)) return undefined;
  return `/${route}`.replace(/\/index$/, '');
}

/** Files that a module needs besides the entry's: styles and code, what is imported first. */
function filesByModule(bundle: Rolldown.OutputBundle): Map<string, string[]> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const collect = (chunk: Rolldown.OutputChunk, found = new Set<Rolldown.OutputChunk>()) => {
    if (chunk.isEntry || found.has(chunk)) return found;
    for (const name of chunk.imports) {
      const imported = byName.get(name);
      if (imported) collect(imported, found);
    }
    return found.add(chunk);
  };
  const files = new Map<string, string[]>();
  for (const chunk of chunks) {
    const needed = [...collect(chunk)];
    const styles = needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
    const all = [...styles, ...needed.map(({ fileName }) => fileName)].map((name) => `/${name}`);
    for (const id of chunk.moduleIds) {
      const [, file, split] = /[\\/]web[\\/]src[\\/](.+?)(\?tsr-split=component)?$/.exec(id) ?? [];
      const module = file?.replaceAll('\\', '/');
      // The rest of a route's file is loaded by every page.
      if (module && !(module.startsWith('routes/') && !split)) files.set(module, all);
    }
  }
  return files;
}
