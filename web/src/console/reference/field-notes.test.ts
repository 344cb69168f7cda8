import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fieldNotes, fieldsOf, limitsText, typeText } from './field-notes.ts';
import { type OpenApi, operationsByTag } from './operations.ts';

const document = JSON.parse(readFileSync(`${import.meta.dirname}/../../../../docs/openapi-v1.json`, 'utf8')) as OpenApi;
const operations = [...operationsByTag(document).values()].flat();

test('every field that a program sends to the operator API or reads from it is explained', () => {
  expect(operations.length).toBeGreaterThan(20);
  const named = operations.flatMap(({ parameters, body, answer }) => [
    ...parameters.map(({ name }) => name),
    ...[...fieldsOf(body), ...fieldsOf(answer)].map(({ name }) => name),
  ]);
  expect([...new Set(named)].filter((name) => !(name in fieldNotes))).toEqual([]);
});

test('every error of every call of the operator API has a code, a status and a text', () => {
  for (const { id, errors } of operations) {
    expect([id, errors.length]).not.toEqual([id, 0]);
    for (const error of errors) expect(error).toMatchObject({ text: expect.stringMatching(/[а-я]/) });
  }
});

test('limits and defaults of a field are said in words', () => {
  expect(limitsText({ type: 'integer', minimum: 1, maximum: 100, default: 20 })).toBe(
    'от 1 до 100, если не указать, 20',
  );
  expect(limitsText({ type: 'string', minLength: 3, maxLength: 250 })).toBe('от 3 до 250 знаков');
  expect(limitsText({ type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 })).toBe('');
  expect(typeText({ anyOf: [{ type: 'string', format: 'uuid' }, { type: 'null' }] })).toBe('UUID | null');
});

test('fields of lists and of objects are named by their paths', () => {
  const schema = { properties: { charges: { items: { properties: { amountMinor: {} }, required: ['amountMinor'] } } } };
  expect(fieldsOf(schema).map(({ path, isRequired }) => [path, isRequired])).toEqual([
    ['charges', false],
    ['charges[].amountMinor', true],
  ]);
});
