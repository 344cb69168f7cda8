import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

export interface Schema {
  type?: string | string[];
  format?: string;
  pattern?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  allOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Schema;
}

/** Content types of a status with a JSON schema check; empty means no body. */
type Contents = Map<string, ValidateFunction | null>;

export interface Operation {
  id: string;
  method: string;
  path: string;
  credential: 'none' | 'access' | 'refresh' | 'key';
  parameters: Parameter[];
  body: Schema | undefined;
  answers: Map<number, Contents>;
}

interface Content {
  [type: string]: { schema: Schema };
}

interface Described {
  operationId: string;
  security: Record<string, unknown>[];
  parameters: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}

interface OpenApi {
  paths: Record<string, Record<string, Described>>;
  components: object;
}

/** The fuzzer knows the cabinet's interface and the operator API only from the server's OpenAPI documents. */
export async function readOperations(url: string): Promise<Operation[]> {
  return [...(await readDocument(`${url}/api/openapi.json`)), ...(await readDocument(`${url}/v1/openapi.json`, 'v1.'))];
}

/** The prefix tells operations of the same name apart. */
async function readDocument(url: string, prefix = ''): Promise<Operation[]> {
  const document = (await (await fetch(url)).json()) as OpenApi;
  const compile = compiler(document.components);
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      id: prefix + described.operationId,
      method: method.toUpperCase(),
      path,
      credential: credentialOf(described),
      parameters: described.parameters,
      body: described.requestBody?.content['application/json']?.schema,
      answers: new Map(
        Object.entries(described.responses).map(([status, { content = {} }]) => [
          Number(status),
          new Map(
            Object.entries(content).map(([type, { schema }]) => [type, type.includes('json') ? compile(schema) : null]),
          ),
        ]),
      ),
    })),
  );
}

function credentialOf({ security }: Described): Operation['credential'] {
  if (security.length === 0) return 'none';
  if (security.some((way) => 'key' in way)) return 'key';
  return security.some((way) => 'refresh' in way) ? 'refresh' : 'access';
}

function compiler(components: object): (schema: Schema) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  const compiled = new Map<string, ValidateFunction>();
  return (schema) => {
    const text = JSON.stringify(schema);
    // References are absolute in the document, so every schema includes the components.
    const check = compiled.get(text) ?? ajv.compile({ ...schema, components });
    compiled.set(text, check);
    return check;
  };
}
