import type { Endpoint } from './endpoint.ts';

export function endpointsIn(declared: Record<string, unknown>): Record<string, Endpoint> {
  return Object.fromEntries(
    Object.entries(declared).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])),
  );
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}
