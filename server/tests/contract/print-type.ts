import { toJSONSchema } from 'zod';
import type { z } from 'zod/mini';

/** As much of JSON Schema as the contract's schemas become. */
export interface SchemaNode {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: SchemaNode[];
  items?: SchemaNode;
  properties?: Record<string, SchemaNode>;
  required?: string[];
  additionalProperties?: SchemaNode | false;
}

export function schemaNode(schema: z.ZodMiniType, io: 'input' | 'output'): SchemaNode {
  const { $schema: _, ...node } = toJSONSchema(schema as never, { io, unrepresentable: 'any' }) as Record<
    string,
    unknown
  >;
  return node as SchemaNode;
}

/** TypeScript for a schema. `names` holds schemas, as JSON texts, that have names. */
export function printType(node: SchemaNode, names: Map<string, string>, indent = ''): string {
  const name = names.get(JSON.stringify(node));
  if (name) return name;
  if (node.enum) return node.enum.map(quote).join(' | ');
  if (node.const !== undefined) return quote(node.const);
  if (node.anyOf) return [...new Set(node.anyOf.map((one) => printType(one, names, indent)))].join(' | ');
  if (Array.isArray(node.type)) return node.type.map((type) => printType({ ...node, type }, names, indent)).join(' | ');
  if (node.type === 'array') return printArray(printType(node.items ?? {}, names, indent));
  if (node.type === 'object') return printObject(node, names, indent);
  if (node.type === 'integer') return 'number';
  return node.type ?? 'unknown';
}

function printArray(item: string): string {
  return /^\w+$/.test(item) ? `${item}[]` : `(${item})[]`;
}

function printObject(node: SchemaNode, names: Map<string, string>, indent: string): string {
  const { properties, required = [], additionalProperties } = node;
  if (!properties) return `Record<string, ${printType(additionalProperties || {}, names, indent)}>`;
  const lines = Object.entries(properties).map(([key, property]) => {
    const isOptional = !required.includes(key);
    const type = printType(property, names, `${indent}  `);
    return `${indent}  ${/^\w+$/.test(key) ? key : quote(key)}${isOptional ? '?' : ''}: ${type}${isOptional ? ' | undefined' : ''};`;
  });
  return `{\n${lines.join('\n')}\n${indent}}`;
}

function quote(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}
