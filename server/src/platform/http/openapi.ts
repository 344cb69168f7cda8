import type { Endpoint } from '@kazna/contract/shared/endpoint';
import { toJSONSchema } from 'zod';
import type { z } from 'zod/mini';

const statusTexts: Record<number, string> = {
  200: 'Done',
  201: 'Created',
  202: 'Taken, done in a moment',
  204: 'Done, nothing to say',
  303: 'See the address in Location',
};

/** What differs between the cabinet's interface and the operator API. */
export interface ApiDescription {
  summary: string;
  publicUrl: string;
  problemSchema: z.ZodMiniType;
  statusOf: (code: string) => number;
  /** The problems an endpoint declares and those that follow from its access rule and schemas. */
  problemCodes: (endpoint: Endpoint) => string[];
  securitySchemes: object;
  securityOf: (access: Endpoint['access']) => object[];
}

export function openApiDocument(endpoints: Record<string, Endpoint>, api: ApiDescription): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [operationId, endpoint] of Object.entries(endpoints)) {
    paths[endpoint.path] ??= {};
    Object.assign(paths[endpoint.path] as object, {
      [endpoint.method.toLowerCase()]: operation(operationId, endpoint, api),
    });
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Казна',
      version: '1',
      summary: api.summary,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: api.publicUrl }],
    tags: [...new Set(Object.values(endpoints).map(tagOf))]
      .toSorted()
      .map((name) => ({ name, description: `Calls of ${name}` })),
    paths,
    components: {
      schemas: { Problem: jsonSchema(api.problemSchema, 'output') },
      securitySchemes: api.securitySchemes,
    },
  };
}

function tagOf(endpoint: Endpoint): string {
  return endpoint.path.split('/')[2] ?? 'api';
}

function operation(operationId: string, endpoint: Endpoint, api: ApiDescription): object {
  const { access } = endpoint;
  return {
    operationId,
    summary: endpoint.summary,
    ...(endpoint.reference && { 'x-reference': endpoint.reference }),
    description: `Access: ${typeof access === 'string' ? access : JSON.stringify(access)}`,
    tags: [tagOf(endpoint)],
    security: api.securityOf(access),
    parameters: [
      ...parameters('path', endpoint.params),
      ...parameters('query', endpoint.query),
      ...parameters('header', endpoint.headers),
    ],
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchema(endpoint.describedBody ?? endpoint.body, 'input') } },
      },
    }),
    ...(endpoint.bytes && {
      requestBody: {
        required: true,
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
    }),
    responses: { [endpoint.status]: success(endpoint), ...failures(endpoint, api) },
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

function failures(endpoint: Endpoint, { problemCodes, statusOf }: ApiDescription): Record<string, object> {
  const byStatus = new Map<number, Set<string>>();
  for (const code of problemCodes(endpoint)) {
    const status = statusOf(code);
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

function problemOf(status: number, codes: string[]): object {
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
