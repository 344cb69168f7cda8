import type { Endpoint } from '@kazna/contract/shared/endpoint';
import {
  type OperatorProblemCode,
  operatorProblemSchema,
  operatorProblems,
} from '@kazna/contract/shared/operator-problems';
import { operatorEndpoints } from '@kazna/contract/v1/endpoints';
import { openApiDocument } from './openapi.ts';

export function operatorOpenApi(publicUrl: string): object {
  return openApiDocument(operatorEndpoints, {
    summary: 'The operator API: what the business’s own systems call',
    publicUrl,
    problemSchema: operatorProblemSchema,
    statusOf: (code) => operatorProblems[code as OperatorProblemCode][0],
    problemCodes,
    securitySchemes: { key: { type: 'http', scheme: 'bearer', bearerFormat: 'kzn_live_…' } },
    securityOf: () => [{ key: [] }],
  });
}

function problemCodes(endpoint: Endpoint): string[] {
  return [
    'malformed_request',
    ...(endpoint.query || endpoint.body || endpoint.headers ? ['validation_failed'] : []),
    ...(endpoint.params ? ['not_found'] : []),
    'unauthorized',
    'scope_missing',
    'network_not_allowed',
    ...(endpoint.method === 'POST' && endpoint.headers ? ['idempotency_conflict'] : []),
    ...(endpoint.problems ?? []),
    'request_timeout',
    'payload_too_large',
    'unsupported_media_type',
    'too_many_requests',
    'internal_error',
    'outcome_unknown',
    'unavailable',
  ];
}
