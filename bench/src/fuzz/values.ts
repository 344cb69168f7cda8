import type { Schema } from './document.ts';
import { hostileValue } from './hostile-values.ts';
import type { KnownValues } from './known-values.ts';
import type { Random } from './random.ts';

export interface Sources {
  random: Random;
  known: KnownValues;
  /** The caller whose values are preferred. */
  caller: string;
}

/** Valid values of fields that the server checks more strictly than the schema. */
const examples: Record<string, string[]> = {
  inn: ['7707083893', '7736050003', '500100732259'],
  kpp: ['771401001', '773601001'],
  ogrn: ['1027700132195', '1027739642281', '304500116000157'],
  bik: ['044525225'],
  account: ['40702810938000060473'],
  correspondentAccount: ['30101810400000000225'],
  phone: ['+7 900 123-45-67', '', '+375291234567'],
  timezone: ['Europe/Moscow', 'Asia/Vladivostok', 'UTC'],
  event: ['payment.succeeded', 'payment.canceled', 'refund.succeeded'],
  code: ['123456'],
  name: ['Мария', 'ООО «Ромашка»', 'payment-settling'],
  reason: ['По просьбе клиента'],
  address: ['Москва, Тверская, 1'],
  // Nobody listens there: deliveries fail.
  url: ['http://127.0.0.1:9/hook', 'https://127.0.0.1:9/hook?a=1'],
  types: ['charge.created,hold.created', 'payment.succeeded'],
};
const dayMs = 24 * 3600 * 1000;

/** A valid value by the schema, preferring boundaries and values seen in responses. */
export function validValue(schema: Schema, name: string, sources: Sources): unknown {
  const { random } = sources;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return validValue(random.pick(choices), name, sources);
  switch (Array.isArray(schema.type) ? random.pick(schema.type) : schema.type) {
    case 'object':
      return validObject(schema, sources);
    case 'array': {
      const { minItems = 0, maxItems = minItems + 3, items = {} } = schema;
      return Array.from({ length: random.between(minItems, maxItems) }, () => validValue(items, name, sources));
    }
    case 'integer':
    case 'number':
      return validNumber(schema, name, sources);
    case 'boolean':
      return random.next() < 0.5;
    case 'null':
      return null;
    case 'string':
      return validText(schema, name, sources);
    default:
      return hostileValue(random);
  }
}

function validObject({ properties = {}, required = [] }: Schema, sources: Sources): object {
  const given = Object.entries(properties).filter(([name]) => required.includes(name) || sources.random.next() < 0.4);
  return Object.fromEntries(given.map(([name, schema]) => [name, validValue(schema, name, sources)]));
}

function validNumber({ minimum = 0, maximum = 1_000_000 }: Schema, name: string, sources: Sources): number {
  const { random, known, caller } = sources;
  const seen = Number(known.pick(name, caller, random));
  if (random.next() < 0.4 && seen >= minimum && seen <= maximum) return seen;
  const usual = Math.min(Math.max(random.between(100, 1_000_000), minimum), maximum);
  return random.pick([usual, usual, usual, minimum, maximum]);
}

function validText(schema: Schema, name: string, sources: Sources): string {
  const { random, known, caller } = sources;
  const seen = random.next() < 0.7 ? known.pick(name, caller, random) : undefined;
  if (seen !== undefined) return seen;
  switch (schema.format) {
    case 'uuid':
      return someUuid(random);
    case 'email':
      return `fuzz-${random.between(1, 1_000_000)}@example.ru`;
    case 'date-time':
      return new Date(random.between(0, 4_000_000_000) * 1000).toISOString();
  }
  const patterns = [schema, ...(schema.allOf ?? [])].flatMap(({ pattern }) =>
    pattern ? [new RegExp(pattern, 'u')] : [],
  );
  const isAllowed = (text: string) => patterns.every((pattern) => pattern.test(text));
  if (/idempotency-?key/i.test(name) && random.next() < 0.8) return `fuzz-${random.between(1, 1_000_000_000)}`;
  const time = new Date(Date.now() + random.between(-5, 60) * dayMs).toISOString();
  if (patterns.length > 0 && isAllowed(time)) return time;
  const { minLength = 1, maxLength = 40 } = schema;
  const length = random.pick([minLength, Math.min(minLength + 10, maxLength), maxLength]);
  const candidates = [...(examples[name] ?? []), 'я'.repeat(length), `fuzz${random.between(0, 9)}`.padEnd(length, 'x')];
  const allowed = candidates.filter(isAllowed);
  return random.pick(allowed.length > 0 ? allowed : candidates);
}

function someUuid(random: Random): string {
  const digits = Array.from({ length: 32 }, () => random.between(0, 15).toString(16)).join('');
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}

export function corrupt(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random.next() < 0.05) return hostileValue(random);
  const names = Object.keys(value);
  const name = names.length > 0 ? random.pick(names) : undefined;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...value };
  const entries = copy as Record<string, unknown>;
  const turn = random.next();
  if (name === undefined || turn < 0.1)
    entries[random.pick(['extra', 'id', 'role', 'toString'])] = hostileValue(random);
  else if (turn < 0.25) delete entries[name];
  else entries[name] = corrupt(entries[name], random);
  return copy;
}
