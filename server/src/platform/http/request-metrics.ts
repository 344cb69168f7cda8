import type { FastifyReply, FastifyRequest } from 'fastify';
import { counter, durations } from '../metrics/registry.ts';

const requests = counter('http_requests_total', 'Answered requests', ['method', 'route', 'status']);
const seconds = durations('http_request_seconds', 'From the request to the end of its answer', ['method', 'route']);

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Counts by the route's pattern: an address may hold an id, or anything at all. */
export function countRequest(request: FastifyRequest, reply: FastifyReply): void {
  const method = methods.includes(request.method) ? request.method : 'other';
  const route = request.routeOptions.url ?? 'none';
  requests.inc({ method, route, status: reply.statusCode });
  seconds.observe({ method, route }, reply.elapsedTime / 1000);
}
