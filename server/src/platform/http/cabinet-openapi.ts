import { endpoints } from '@kazna/contract/endpoints';
import type { Endpoint } from '@kazna/contract/shared/endpoint';
import { suspendedAllows } from '@kazna/contract/shared/permissions';
import { type ProblemCode, problemSchema, problems } from '@kazna/contract/shared/problems';
import { openApiDocument } from './openapi.ts';

export function cabinetOpenApi(publicUrl: string): object {
  return openApiDocument(endpoints, {
    summary: 'The interface of the cabinet',
    publicUrl,
    problemSchema,
    statusOf: (code) => problems[code as ProblemCode][0],
    problemCodes,
    securitySchemes: {
      access: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      refresh: { type: 'http', scheme: 'bearer', description: 'The refresh token' },
    },
    securityOf: (access) => schemesOf(access).map((scheme) => ({ [scheme]: [] })),
  });
}

function schemesOf(access: Endpoint['access']): ('access' | 'refresh')[] {
  if (access === 'public') return [];
  if (access === 'eitherToken') return ['access', 'refresh'];
  return [access === 'refresh' ? 'refresh' : 'access'];
}

function problemCodes(endpoint: Endpoint): string[] {
  const { access } = endpoint;
  return [
    'malformed_request',
    ...(endpoint.query || endpoint.body || endpoint.headers ? (['validation_failed'] as const) : []),
    ...(endpoint.params ? (['not_found'] as const) : []),
    ...(access === 'public' ? [] : (['unauthorized'] as const)),
    ...(access === 'public' || access === 'refresh' ? [] : (['token_expired', 'session_ended'] as const)),
    ...(typeof access === 'object' ? (['forbidden', 'not_found'] as const) : []),
    ...(typeof access === 'object' && 'staff' in access ? (['second_factor_required'] as const) : []),
    ...(isStoppedByView(endpoint) ? (['view_is_read_only'] as const) : []),
    ...(isStoppedBySuspension(access) ? (['organization_suspended'] as const) : []),
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

function isStoppedByView({ access, method, worksInView }: Endpoint): boolean {
  return access !== 'public' && access !== 'refresh' && method !== 'GET' && !worksInView;
}

function isStoppedBySuspension(access: Endpoint['access']): boolean {
  return typeof access === 'object' && 'organization' in access && !suspendedAllows(access.organization);
}
