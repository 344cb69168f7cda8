import type { Endpoint } from '@kazna/contract/shared/endpoint';
import { suspendedAllows } from '@kazna/contract/shared/permissions';
import { type ProblemCode, problemSchema, problems } from '@kazna/contract/shared/problems';
import { toJSONSchema } from 'zod';
import type { z } from 'zod/mini';

const statusTexts: Record<number, string> = {
  200: 'Done',
  201: 'Created',
  204: 'Done, nothing to say',
  303: 'See the address in Location',
};

export function openApiDocument(endpoints: Record<string, Endpoint>, publicUrl: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [operationId, endpoint] of Object.entries(endpoints)) {
    paths[endpoint.path] ??= {};
    Object.assign(paths[endpoint.path] as object, {
      [endpoint.method.toLowerCase()]: operation(operationId, endpoint),
    });
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Казна',
      version: '1',
      summary: 'The interface of the cabinet',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    tags: [...new Set(Object.values(endpoints).map(tagOf))].map((name) => ({ name, description: `Calls of ${name}` })),
    paths,
    components: {
      schemas: { Problem: jsonSchema(problemSchema, 'output') },
      securitySchemes: {
        access: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        refresh: { type: 'http', scheme: 'bearer', description: 'The refresh token' },
      },
    },
  };
}

function tagOf(endpoint: Endpoint): string {
  return endpoint.path.split('/')[2] ?? 'api';
}

function operation(operationId: string, endpoint: Endpoint): object {
  const { access } = endpoint;
  return {
    operationId,
    summary: endpoint.summary,
    description: `Access: ${typeof access === 'string' ? access : JSON.stringify(access)}`,
    tags: [tagOf(endpoint)],
    security: access === 'public' ? [] : [{ [access === 'refresh' ? 'refresh' : 'access']: [] }],
    parameters: [
      ...parameters('path', endpoint.params),
      ...parameters('query', endpoint.query),
      ...parameters('header', endpoint.headers),
    ],
    ...(endpoint.body && {
      requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(endpoint.body, 'input') } } },
    }),
    responses: { [endpoint.status]: success(endpoint), ...failures(endpoint) },
  };
}

function parameters(place: 'path' | 'query' | 'header', schema: z.ZodMiniObject | undefined): object[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, object>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function success({ status, answer, file = [] }: Endpoint): object {
  const content = Object.fromEntries([
    ...(answer ? [['application/json', { schema: jsonSchema(answer, 'output') }]] : []),
    ...file.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
  ]);
  return { description: statusTexts[status], ...(Object.keys(content).length > 0 && { content }) };
}

/** The problems an endpoint declares and those that follow from its access rule and schemas. */
function problemCodes(endpoint: Endpoint): ProblemCode[] {
  const { access } = endpoint;
  return [
    'malformed_request',
    ...(endpoint.query || endpoint.body || endpoint.headers ? (['validation_failed'] as const) : []),
    ...(endpoint.params ? (['not_found'] as const) : []),
    ...(access === 'public' ? [] : (['unauthorized'] as const)),
    ...(access === 'public' || access === 'refresh' ? [] : (['token_expired', 'session_ended'] as const)),
    ...(typeof access === 'object' ? (['forbidden', 'not_found'] as const) : []),
    ...(isStoppedBySuspension(access) ? (['organization_suspended'] as const) : []),
    ...(endpoint.problems ?? []),
    'request_timeout',
    'payload_too_large',
    'unsupported_media_type',
    'too_many_requests',
    'internal_error',
    'unavailable',
  ];
}

function isStoppedBySuspension(access: Endpoint['access']): boolean {
  return typeof access === 'object' && 'organization' in access && !suspendedAllows(access.organization);
}

function failures(endpoint: Endpoint): Record<string, object> {
  const byStatus = new Map<number, Set<ProblemCode>>();
  for (const code of problemCodes(endpoint)) {
    const status = problems[code][0];
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code));
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: [...codes].join(', '),
        content: { 'application/problem+json': { schema: problemOf(status, [...codes]) } },
      },
    ]),
  );
}

function problemOf(status: number, codes: ProblemCode[]): object {
  const narrowed = { type: 'object', properties: { status: { const: status }, code: { enum: codes } } };
  return { allOf: [{ $ref: '#/components/schemas/Problem' }, narrowed] };
}

function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): object {
  const { $schema: _dialect, ...rest } = toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<
    string,
    unknown
  >;
  return rest;
}
