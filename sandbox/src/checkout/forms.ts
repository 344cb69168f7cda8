import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Forms of our own pages; a form of another site is refused. */
export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(body as string)));
  });
  app.addHook('onRequest', async (request: FastifyRequest, reply) => {
    const isForeign = request.method === 'POST' && request.headers['sec-fetch-site'] === 'cross-site';
    if (isForeign) return reply.code(403).send();
  });
}
