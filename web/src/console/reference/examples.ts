import type { Operation, Schema } from './operations.ts';

const sampleId = '01a1e29b-76a8-72ca-a9c8-685ac96ae74f';
const sampleTime = '2026-11-16T09:00:00Z';

/** What a reader recognizes, by the field's name. */
const samples: Record<string, unknown> = {
  amountMinor: 150_000,
  capturedMinor: 150_000,
  description: 'Тариф «Старт» за ноябрь',
  service: 'Хостинг',
  reason: 'Простой сервиса',
  name: 'ООО «Ромашка»',
  externalId: 'client-1042',
  ownerEmail: 'owner@example.ru',
  url: 'https://example.ru/webhooks',
  types: ['charge.created'],
  type: 'charge.created',
  metadata: { order: '1042' },
  idempotencyKey: 'order-1042',
  overlapHours: 24,
  nextCursor: null,
};

/** Optional fields are left out of what is sent, besides those that say what was sold. */
const shownOptional = ['service'];

export function exampleOf(schema: Schema, name = '', isSent = true): unknown {
  if (name in samples) return samples[name];
  const [first] = schema.anyOf ?? [];
  if (first) return exampleOf(first, name, isSent);
  if (schema.enum) return schema.enum[0];
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0];
  if (type === 'object') return exampleObject(schema, isSent);
  if (type === 'array') return schema.items ? [exampleOf(schema.items, '', isSent)] : [];
  if (type === 'integer' || type === 'number') return Math.max(0, schema.minimum ?? 0);
  if (type === 'boolean') return true;
  if (type === 'null') return null;
  if (schema.format === 'uuid') return sampleId;
  return /At$|since|timestamp/.test(name) ? sampleTime : 'text';
}

function exampleObject({ properties = {}, required = [] }: Schema, isSent: boolean): object {
  const isShown = (name: string) => !isSent || required.includes(name) || shownOptional.includes(name);
  const shown = Object.entries(properties).filter(([name]) => isShown(name));
  return Object.fromEntries(shown.map(([name, schema]) => [name, exampleOf(schema, name, isSent)]));
}

export interface Reader {
  /** Of this installation. */
  address: string;
  /** The reader's own key, without its secret part. */
  key: string;
}

/** A query that the server demands. */
function queryOf({ parameters }: Operation): string {
  const asked = parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  const pairs = asked.map(({ name, schema }) => [name, String(exampleOf(schema, name))]);
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
}

export function curlExample(operation: Operation, { address, key }: Reader): string {
  const { method, path, body } = operation;
  const filled = path.replace(/\{\w+\}/g, sampleId) + queryOf(operation);
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${address}${filled}'`,
    `  -H 'Authorization: Bearer ${key}'`,
    method === 'POST' && `  -H "Idempotency-Key: $(uuidgen)"`,
    body && `  -H 'Content-Type: application/json'`,
    body && `  -d '${JSON.stringify(exampleOf(body), null, 2)}'`,
  ]
    .filter(Boolean)
    .join(' \\\n');
}

export function clientExample(operation: Operation, { address, key }: Reader): string {
  const { id, body, parameters, answer, reference } = operation;
  const sent = body && exampleOf(body);
  const given = id === 'createChargeBatch' ? (sent as { charges: unknown }).charges : sent;
  const query = parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  const values = [
    ...parameters.filter((parameter) => parameter.in === 'path').map(() => sampleId),
    ...(given === undefined ? [] : [given]),
    ...(query.length > 0 ? [Object.fromEntries(query.map(({ name, schema }) => [name, exampleOf(schema, name)]))] : []),
  ];
  const called = `kazna.${reference.client}(${values.map(literal).join(', ')})`;
  const isList = answer?.properties?.items !== undefined;
  return [
    "import { Kazna } from '@kazna/client';",
    '',
    `const kazna = new Kazna({ url: '${address}', key: '${key}' });`,
    isList ? `for await (const item of ${called}) console.log(item.id);` : `const answer = await ${called};`,
  ].join('\n');
}

/** JSON with names unquoted, as people write TypeScript. */
function literal(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  return JSON.stringify(value, null, 2)
    .replace(/^(\s*)"(\w+)":/gm, '$1$2:')
    .replace(/"((?:[^"\\]|\\.)*)"/g, "'$1'");
}
