import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minifySync, type Plugin, type ResolvedConfig } from 'vite';
import { criticalStyles } from './critical-styles.ts';
import { earlyScript } from './early-script.ts';
import { findPageFiles, type PageFiles } from './page-files.ts';
import { loadPrerender, type Page } from './prerender.ts';
import { extractStyles } from './styles-of-markup.ts';

/** Visitors' pages whose markup is in the HTML. The one with the search is for that search alone. */
const prerendered = ['/', '/auth', '/auth?mode=register'];
const nonce = '__CSP_NONCE__';

/** Writes the HTML of every page, with the files and calls that it needs first, and `pages.json` for the server. */
export function writePages(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'write-pages',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved;
    },
    writeBundle: {
      sequential: true,
      order: 'pre',
      handler: async ({ dir = '' }, bundle) => {
        const index = bundle['index.html'];
        if (index?.type !== 'asset') throw new Error('The build has no index.html');
        const template = String(index.source);
        const { pages, renderPage } = await loadPrerender(config);
        const files = findPageFiles(bundle, pages);
        const readStyles = (file: string) => {
          const asset = bundle[file.slice(1)];
          return asset?.type === 'asset' ? String(asset.source) : '';
        };
        const written: { path: string; search?: string; file: string }[] = [];
        await mkdir(join(dir, 'pages'), { recursive: true });
        for (const page of pages) {
          const html = pageHtml(template, page, files.get(page.path));
          const addresses = prerendered.filter((address) => address.split('?')[0] === page.path);
          for (const address of addresses.length > 0 ? addresses : [page.path]) {
            const isPrerendered = addresses.includes(address);
            const content = isPrerendered ? withMarkup(html, await renderPage(address, nonce), readStyles) : html;
            const [path = '', search] = address.split('?');
            const file = `${written.length}.html`;
            await writeFile(join(dir, 'pages', file), content);
            written.push({ path, ...(search && { search }), file });
          }
        }
        await writeFile(join(dir, 'pages.json'), JSON.stringify(written));
      },
    },
  };
}

function pageHtml(template: string, { title, calls }: Page, { usual, member }: PageFiles = { usual: [] }): string {
  const isStyle = (file: string) => file.endsWith('.css');
  const code = member && { visitor: usual.filter((file) => !isStyle(file)), member };
  const linked = member ? usual.filter(isStyle) : usual;
  const links = linked.map(
    (file) => `<link rel="${isStyle(file) ? 'stylesheet' : 'modulepreload'}" crossorigin href="${file}">`,
  );
  const { code: script } = minifySync('early.js', earlyScript({ calls, ...(code && { code }) }), { module: false });
  return template
    .replace(/<title>.*<\/title>/, () => `<title>${title}</title>`)
    .replace('<script type="module"', (entry) => `<script>${script}</script>\n    ${entry}`)
    .replace('</head>', (end) => `${links.join('\n    ')}\n  ${end}`);
}

/** The markup is drawn by the styles that it needs, in the HTML itself; whole stylesheets and code come after it. */
function withMarkup(html: string, rendered: string, readStyles: (file: string) => string): string {
  const { markup, css } = extractStyles(rendered, '#prerendered');
  const stylesheets = [...html.matchAll(/<link rel="stylesheet"[^>]* href="([^"]+)">\s*/g)];
  const styles = stylesheets.map(([, file = '']) => readStyles(file)).join('');
  const critical = criticalStyles(styles, markup + css);
  const links = stylesheets.map(([link]) => link.trim()).join('\n    ');
  return stylesheets
    .reduce((rest, [link]) => rest.replace(link, ''), html)
    .replaceAll(/<(link rel="(modulepreload|stylesheet)"|script type="module")/g, '$& fetchpriority="low"')
    .replace('</head>', (end) => `<style nonce="${nonce}">${critical}${css}</style>\n  ${end}`)
    .replace('<div id="root"></div>', () => `<div id="root"><div id="prerendered">${markup}</div></div>`)
    .replace('</body>', (end) => `  ${links.replaceAll('<link', '<link fetchpriority="low"')}\n  ${end}`);
}
