import type { FastifyInstance } from 'fastify';
import { Problem } from './problem.ts';

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
