import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { Problem } from './problem.ts';

/** The body stays a stream until the caller is known, so that a stranger cannot make the server store 20 MB. */
export function acceptBytes(app: FastifyInstance, route: RouteOptions): void {
  app.register(async (scope) => {
    scope.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
    scope.route(route);
  });
}

export async function readBytes({ body }: FastifyRequest, maxBytes: number): Promise<Uint8Array> {
  if (!(body instanceof Readable)) throw new Problem('unsupported_media_type');
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += (chunk as Buffer).length;
    if (length > maxBytes) throw new Problem('payload_too_large');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

/** A form that another program posts: all that matters is the token in its address. */
export function onFormPost(app: FastifyInstance, path: string, act: (token: string) => Promise<unknown>): void {
  app.register(async (scope) => {
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 4096 }, (_request, _body, done) => done(null, {}));
    scope.post<{ Querystring: { token?: unknown } }>(path, async ({ query: { token } }, reply) => {
      if (typeof token !== 'string') throw new Problem('malformed_request');
      await act(token);
      return reply.type('text/plain; charset=utf-8').send('OK\n');
    });
  });
}
