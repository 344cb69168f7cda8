import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

export const inlineScript = "document.documentElement.dataset.theme = 'dark';";
const pageTemplate = `<!doctype html><html lang="ru"><head><meta property="csp-nonce" nonce="__CSP_NONCE__">
<script>${inlineScript}</script><script type="module" src="/assets/main-abc123.js"></script></head><body></body></html>`;
/** As the build of the web writes them: the page of `/payments/$id` has a script of its own. */
const builtPages = [
  { path: '/payments/$id', file: '0.html' },
  { path: '/payments/create', file: '1.html' },
  { path: '/auth', file: '2.html' },
  { path: '/auth', search: 'mode=register', file: '3.html' },
];
export const pageScript = (file: string) => `globalThis.page = '${file}';`;
export const assetText = `console.log(${JSON.stringify('a'.repeat(2000))});`;

/** A built web of a few files, and a file next to it that must never be served. */
export async function makeWebFixture(): Promise<{ directory: string; remove: () => Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), 'kazna-web-'));
  const directory = join(root, 'dist');
  await mkdir(join(directory, 'assets'), { recursive: true });
  await writeFile(join(root, 'secret.txt'), 'secret');
  await writeFile(join(directory, 'index.html'), pageTemplate);
  await writeFile(join(directory, 'pages.json'), JSON.stringify(builtPages));
  await mkdir(join(directory, 'pages'));
  for (const { file } of builtPages) {
    const html = pageTemplate.replace('</head>', `<script>${pageScript(file)}</script></head>`);
    await writeFile(join(directory, 'pages', file), html);
  }
  await writeFile(join(directory, 'robots.txt'), 'User-agent: *\n');
  await writeFile(join(directory, '.hidden.txt'), 'secret');
  const asset = join(directory, 'assets/main-abc123.js');
  await writeFile(asset, assetText);
  await writeFile(`${asset}.br`, brotliCompressSync(assetText));
  await writeFile(`${asset}.gz`, gzipSync(assetText));
  return { directory, remove: () => rm(root, { recursive: true }) };
}
