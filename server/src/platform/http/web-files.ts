import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
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

type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

export interface PageOptions {
  /** Of the installation. They stand in every page as `<meta>`, so that a first screen needs no call for them. */
  facts?: Record<string, unknown>;
  /** Returns what changes the HTML of a page that is about to be sent. */
  readDress?: () => Promise<(html: string) => string>;
}

/** Serves files from memory, so that no path can name another one. Returns the sender of pages. */
export function serveWeb(app: FastifyInstance, directory: string, options: PageOptions = {}): SendPage {
  const { facts = {}, readDress = async () => (html: string) => html } = options;
  if (!existsSync(join(directory, 'index.html'))) throw new Error('The web has no index.html: run npm run build');
  const files = openFiles(directory);
  let findPage: ReturnType<typeof readPages> | undefined;
  const sendPage: SendPage = async (request, reply) => {
    findPage ??= readPages(directory, facts);
    const { html, scriptHashes } = findPage(request.url);
    const dress = await readDress();
    return sendFoundPage(request, reply, { html: dress(html), scriptHashes });
  };
  const send = async (path: string, request: FastifyRequest, reply: FastifyReply) => {
    const file = await files.get(path)?.();
    return file ? sendFile(request, reply, path, file) : reply.callNotFound();
  };
  const withHead = { exposeHeadRoute: true };
  app.get<{ Params: { name: string } }>('/assets/:name', withHead, (request, reply) =>
    send(`/assets/${request.params.name}`, request, reply),
  );
  for (const path of files.keys())
    if (!path.startsWith('/assets/')) app.get(path, withHead, (request, reply) => send(path, request, reply));
  app.get('/', withHead, sendPage);
  // A start does not wait for hundreds of files, and a build that replaces them must not reach a running server.
  app.addHook('onListen', async () => {
    findPage ??= readPages(directory, facts);
    for (const read of files.values()) await read();
  });
  return sendPage;
}

type ReadWebFile = () => Promise<WebFile>;

/** Without the pages. */
function openFiles(directory: string): Map<string, ReadWebFile> {
  const names = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
  const present = new Set(names);
  const readOptional = async (name: string) => (present.has(name) ? readFile(join(directory, name)) : undefined);
  const read = async (name: string, contentType: string): Promise<WebFile> => {
    const plain = await readFile(join(directory, name));
    const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
    const [br, gzip] = await Promise.all([readOptional(`${name}.br`), readOptional(`${name}.gz`)]);
    return { contentType, etag, plain, br, gzip };
  };
  const isPage = (name: string) => name === 'index.html' || name === 'pages.json' || name.startsWith('pages/');
  const files = new Map<string, ReadWebFile>();
  for (const name of names) {
    const contentType = contentTypes[extname(name)];
    if (contentType && !isPage(name))
      files.set(
        `/${name}`,
        once(() => read(name, contentType)),
      );
  }
  return files;
}

/** Remembers the result, but no failure. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make().catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
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
function sendFoundPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { html: template, scriptHashes }: WebPage,
): FastifyReply {
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
}

function readPages(directory: string, facts: Record<string, unknown>): (url: string) => WebPage {
  const read = (name: string) => readFileSync(join(directory, name), 'utf8');
  const meta = Object.entries(facts).map(([name, value]) => `<meta name="${name}" content="${attributeOf(value)}">`);
  const providers = (facts['external-sign-in'] ?? []) as [id: string, name: string][];
  const withFacts = (html: string) =>
    withProviders(
      html.replace('</head>', (end) => meta.join('') + end),
      providers,
    );
  const common = withFacts(read('index.html'));
  const readIfThere = (name: string) => (existsSync(join(directory, name)) ? read(name) : undefined);
  const built = JSON.parse(readIfThere('pages.json') ?? '[]') as BuiltPage[];
  const htmlOf = ({ file }: BuiltPage) => {
    const html = readIfThere(`pages/${file}`);
    return html === undefined ? common : withFacts(html);
  };
  return pageFinder(
    common,
    built.map((page) => ({ ...page, html: htmlOf(page) })),
  );
}

/** The build draws one link in place of those of the providers, which it does not know. */
function withProviders(html: string, providers: [id: string, name: string][]): string {
  return html.replace(/<div[^>]* data-external[\s\S]*?<\/div>/, (block) => {
    if (providers.length === 0) return '';
    return block.replace(/<a [\s\S]*<\/a>/, (link) =>
      providers
        .map(([id, name]) => link.replaceAll('{provider}', escaped(id)).replaceAll('{name}', escaped(name)))
        .join(''),
    );
  });
}

/** JSON that ends no attribute and begins no tag, whatever names the business gives. */
function attributeOf(value: unknown): string {
  return escaped(JSON.stringify(value));
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
