import type { FastifyReply, FastifyRequest } from 'fastify';

/** Cookies bind a browser to what it began at another site; sessions never stand in one. */
export interface Cookies {
  get: (name: string) => string | undefined;
  set: (name: string, value: string, options: { maxAgeSeconds: number; isSecure: boolean }) => void;
}

/** Sent back by top-level navigation from other sites (`Lax`), never readable by scripts. */
export function cookiesOf(request: FastifyRequest, reply: FastifyReply): Cookies {
  return {
    get: (name) => {
      const pairs = (request.headers.cookie ?? '').split(/; */).map((pair) => pair.split('='));
      return pairs.find(([key]) => key === name)?.[1];
    },
    set: (name, value, { maxAgeSeconds, isSecure }) => {
      const cookie = `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax`;
      reply.header('set-cookie', isSecure ? `${cookie}; Secure` : cookie);
    },
  };
}
