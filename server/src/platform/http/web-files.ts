import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pagePolicy } from './security-headers.ts';
import { type BuiltPage, pageFinder, type WebPage } from './web-pages.ts';

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

interface WebFile {
  contentType: string;
  etag: string;
  plain: Buffer;
  br: Buffer | undefined;
  gzip: Buffer | undefined;
}

type SendPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** Serves files from memory, so that no path can name another one. Returns the sender of pages. */
export function serveWeb(app: FastifyInstance, directory: string): SendPage {
  const files = readFiles(directory);
  const sendPage = pageSender(takePages(files));
  for (const [path, file] of files)
    app.get(path, { exposeHeadRoute: true }, (request, reply) => sendFile(request, reply, path, file));
  app.get('/', { exposeHeadRoute: true }, sendPage);
  return sendPage;
}

function readFiles(directory: string): Map<string, WebFile> {
  const names = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)));
  const read = (name: string) => (names.includes(name) ? readFileSync(join(directory, name)) : undefined);
  const files = new Map<string, WebFile>();
  for (const name of names) {
    const contentType = contentTypes[extname(name)];
    if (!contentType) continue;
    const plain = readFileSync(join(directory, name));
    const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
    files.set(`/${name}`, { contentType, etag, plain, br: read(`${name}.br`), gzip: read(`${name}.gz`) });
  }
  return files;
}

function accepts(request: FastifyRequest, encoding: 'br' | 'gzip'): boolean {
  const header = String(request.headers['accept-encoding'] ?? '');
  return header.split(',').some((part) => new RegExp(`^\\s*${encoding}\\s*(;\\s*q=(?!0(\\.0*)?\\s*$)|$)`).test(part));
}

function sendFile(request: FastifyRequest, reply: FastifyReply, path: string, file: WebFile): FastifyReply {
  reply.headers({
    'content-type': file.contentType,
    // Names under /assets/ contain a hash of the content.
    'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: file.etag,
    vary: 'accept-encoding',
  });
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  if (file.br && accepts(request, 'br')) return reply.header('content-encoding', 'br').send(file.br);
  if (file.gzip && accepts(request, 'gzip')) return reply.header('content-encoding', 'gzip').send(file.gzip);
  return reply.send(file.plain);
}

/** Each answer has a new nonce for styles, so it cannot be compressed in advance. */
function pageSender(findPage: (url: string) => WebPage): SendPage {
  return (request, reply) => {
    const { html: template, scriptHashes } = findPage(request.url);
    const styleNonce = randomBytes(16).toString('base64');
    const html = template.replaceAll('__CSP_NONCE__', styleNonce);
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': pagePolicy({ scriptHashes, styleNonce }),
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
    });
    if (accepts(request, 'br')) {
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
      return reply.header('content-encoding', 'br').send(brotliCompressSync(html, quality));
    }
    if (accepts(request, 'gzip')) return reply.header('content-encoding', 'gzip').send(gzipSync(html));
    return reply.send(html);
  };
}

/** Removes the pages from the files, which are served under their names, and returns how to find them. */
function takePages(files: Map<string, WebFile>): (url: string) => WebPage {
  const take = (name: string) => {
    const file = files.get(name);
    files.delete(name);
    return file?.plain.toString('utf8');
  };
  const common = take('/index.html');
  if (common === undefined) throw new Error('The web has no index.html: run npm run build');
  const built = JSON.parse(take('/pages.json') ?? '[]') as BuiltPage[];
  return pageFinder(
    common,
    built.map((page) => ({ ...page, html: take(`/pages/${page.file}`) ?? common })),
  );
}
