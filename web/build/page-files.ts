import type { Rolldown } from 'vite';
import type { Page } from './prerender.ts';

export interface PageFiles {
  /** For visitors where the page is theirs, otherwise for the signed in. */
  usual: string[];
  /** Only where one address shows the signed in another page. */
  member?: string[];
}

export function findPageFiles(bundle: Rolldown.OutputBundle, pages: Page[]): Map<string, PageFiles> {
  const files = filesByModule(bundle);
  const filesOf = (...modules: string[]) => [
    ...new Set(modules.flatMap((module) => files.get(module) ?? unknown(module))),
  ];
  const ofPages = pages.map(({ path, module }): [string, PageFiles] => {
    if (path === '/' || !module) return [path, { usual: filesOf(landing), member: filesOf(shell, start) }];
    return [path, { usual: filesOf(path.startsWith('/auth') ? authLayout : shell, module) }];
  });
  return new Map(ofPages);
}

const shell = 'shell/shell.tsx';
const authLayout = 'features/auth/auth-layout.tsx';
const landing = 'features/home/landing-page.tsx';
const start = 'features/home/start-page.tsx';

function unknown(module: string): never {
  throw new Error(`No file of the build has ${module}`);
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
      const [, module] = /[\\/]web[\\/]src[\\/](.+)$/.exec(id) ?? [];
      if (module) files.set(module.replaceAll('\\', '/'), all);
    }
  }
  return files;
}
