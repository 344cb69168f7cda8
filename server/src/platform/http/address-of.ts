import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { canonicalAddress } from './network.ts';

/** X-Forwarded-For is client-controlled. When it is not an IP address, the socket's address counts. */
export function addressOf(request: FastifyRequest): string {
  const address = canonicalAddress(request.ip);
  return isIP(address) ? address : canonicalAddress(request.socket.remoteAddress ?? '0.0.0.0');
}
