interface Schema {
  [name: string]: unknown;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

interface Operation {
  parameters: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
}

/** Where a schema is read: what programs send must stay accepted, what they receive must stay as promised. */
type Direction = 'input' | 'output';

/** Returns every difference of the new document that could break a program written by the old one. */
export function breakingChanges(old: OpenApi, fresh: OpenApi): string[] {
  return Object.entries(old.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, before]) => {
      const name = `${method.toUpperCase()} ${path}`;
      const after = fresh.paths[path]?.[method];
      return after ? operationChanges(name, before, after) : [`${name} was removed`];
    }),
  );
}

function operationChanges(name: string, before: Operation, after: Operation): string[] {
  return [
    ...parameterChanges(name, before, after),
    ...bodyChanges(name, before, after),
    ...answerChanges(name, before, after),
  ];
}

function parameterChanges(name: string, before: Operation, after: Operation): string[] {
  const find = ({ parameters }: Operation, { name: wanted, in: place }: { name: string; in: string }) =>
    parameters.find((one) => one.name === wanted && one.in === place);
  const removed = before.parameters.flatMap((parameter) => {
    const left = find(after, parameter);
    const where = `${name} ${parameter.in} ${parameter.name}`;
    return left ? schemaChanges(where, parameter.schema, left.schema, 'input') : [`${where} was removed`];
  });
  const required = after.parameters.filter((one) => one.required && !find(before, one)?.required);
  return [...removed, ...required.map((one) => `${name} ${one.in} ${one.name} became required`)];
}

function bodyChanges(name: string, before: Operation, after: Operation): string[] {
  const [old, fresh] = [before, after].map(({ requestBody }) => requestBody?.content['application/json']?.schema);
  if (!old) return fresh ? [`${name} body became required`] : [];
  return fresh ? schemaChanges(`${name} body`, old, fresh, 'input') : [`${name} body was removed`];
}

function answerChanges(name: string, before: Operation, after: Operation): string[] {
  const isSuccess = (status: string) => Number(status) < 400;
  const added = Object.keys(after.responses).filter((status) => isSuccess(status) && !before.responses[status]);
  const statuses = Object.entries(before.responses).flatMap(([status, { content = {} }]) => {
    const left = after.responses[status];
    if (!left) return [`${name} ${status} was removed`];
    return Object.entries(content).flatMap(([type, { schema }]) => {
      const fresh = left.content?.[type]?.schema;
      const where = `${name} ${status}`;
      if (!fresh) return [`${where} as ${type} was removed`];
      return schemaChanges(where, schema, fresh, isSuccess(status) ? 'output' : 'problem');
    });
  });
  return [...added.map((status) => `${name} ${status} is a new success`), ...statuses];
}

/** New types of events are additive: programs are asked to skip those they do not know. */
const growingValues = ['GET /v1/events 200.items[].type'];

/** New problem codes are additive: programs must expect them. */
type Reading = Direction | 'problem';

function schemaChanges(where: string, old: Schema, fresh: Schema, reading: Reading): string[] {
  // No value was possible so far.
  if ('not' in old) return [];
  return [
    ...typeChanges(where, old, fresh, reading),
    ...boundChanges(where, old, fresh, reading),
    ...propertyChanges(where, old, fresh, reading),
    ...(old.items && fresh.items ? schemaChanges(`${where}[]`, old.items, fresh.items, reading) : []),
    ...variantChanges(where, old, fresh, reading),
  ];
}

function typeChanges(where: string, old: Schema, fresh: Schema, reading: Reading): string[] {
  if (JSON.stringify(old.type) !== JSON.stringify(fresh.type)) return [`${where} changed its type`];
  const [before, after] = [old, fresh].map((schema) => schema.enum ?? ('const' in schema ? [schema.const] : null));
  const lost = before?.filter((value) => after && !after.includes(value)) ?? [];
  const gained = after?.filter((value) => before && !before.includes(value)) ?? [];
  const isNarrowed = reading === 'input' ? !before && after : before && !after;
  return [
    ...(isNarrowed ? [`${where} changed its values`] : []),
    // A problem's code that disappears from an operation breaks nobody who handles it.
    ...(reading === 'input' ? lost.map((value) => `${where} takes no ${value} any more`) : []),
    ...(reading === 'output' && !growingValues.includes(where)
      ? gained.map((value) => `${where} may be ${value} now`)
      : []),
  ];
}

const lowerBounds = ['minimum', 'minLength', 'minItems'];
const upperBounds = ['maximum', 'maxLength', 'maxItems'];

function boundChanges(where: string, old: Schema, fresh: Schema, reading: Reading): string[] {
  if (reading !== 'input') return [];
  const number = (schema: Schema, name: string, missing: number) => (schema[name] as number | undefined) ?? missing;
  return [
    ...lowerBounds.filter((name) => number(fresh, name, -Infinity) > number(old, name, -Infinity)),
    ...upperBounds.filter((name) => number(fresh, name, Infinity) < number(old, name, Infinity)),
    ...['pattern', 'format'].filter((name) => fresh[name] !== undefined && fresh[name] !== old[name]),
  ].map((name) => `${where} has a stricter ${name}`);
}

function propertyChanges(where: string, old: Schema, fresh: Schema, reading: Reading): string[] {
  const before = Object.entries(old.properties ?? {});
  const changed = before.flatMap(([name, schema]) => {
    const left = fresh.properties?.[name];
    return left ? schemaChanges(`${where}.${name}`, schema, left, reading) : [`${where}.${name} was removed`];
  });
  const [from, to] = reading === 'input' ? [old, fresh] : [fresh, old];
  const required = (to.required ?? []).filter((name) => !from.required?.includes(name));
  const word = reading === 'input' ? 'became required' : 'became optional';
  return [...changed, ...required.filter((name) => fresh.properties?.[name]).map((name) => `${where}.${name} ${word}`)];
}

/** Variants are compared in their order: `null` beside a type, and unions. */
function variantChanges(where: string, old: Schema, fresh: Schema, reading: Reading): string[] {
  return (['anyOf', 'oneOf', 'allOf'] as const).flatMap((kind) => {
    const [before, after] = [old[kind] ?? [], fresh[kind] ?? []];
    if (reading === 'input' ? after.length < before.length : after.length > before.length)
      return [`${where} changed its variants`];
    if ((before.length === 0) !== (after.length === 0)) return [`${where} changed its variants`];
    return before.flatMap((schema, index) => (after[index] ? schemaChanges(where, schema, after[index], reading) : []));
  });
}
