import { expect, test } from 'vitest';
import { breakingChanges, type OpenApi } from './breaking-changes.ts';
import { currentClientTypes, readClientTypes } from './client-types.ts';
import { currentDocument, readCommitted } from './committed-openapi.ts';

test('the operator API breaks no program written by docs/openapi-v1.json', async () => {
  expect(breakingChanges(await readCommitted(), currentDocument())).toEqual([]);
});

test('docs/openapi-v1.json describes the whole operator API; npm run openapi rewrites it', async () => {
  expect(await readCommitted()).toEqual(currentDocument());
});

test('the types of @kazna/client are the contract’s; npm run openapi rewrites them', async () => {
  expect(await readClientTypes()).toBe(currentClientTypes());
});

type Json = Record<string, never>;

/** A copy of the document with one change at a path such as `paths./v1/organizations.get`. */
function changed(path: string[], change: (target: Json) => void): OpenApi {
  const document = currentDocument();
  change(path.reduce((target, name) => target[name] as unknown as Json, document as unknown as Json));
  return document;
}

const list = ['paths', '/v1/organizations', 'get'];
const page = [...list, 'responses', '200', 'content', 'application/json', 'schema', 'properties', 'items', 'items'];
const set = (name: string, value: unknown) => (target: Json) => void Object.assign(target, { [name]: value });
const remove = (name: string) => (target: Json) => void delete target[name];
const newParameter = (required: boolean) => (parameters: unknown) =>
  void (parameters as object[]).push({ name: 'new', in: 'query', required, schema: { type: 'string' } });

test.each<[what: string, path: string[], change: (target: Json) => void]>([
  ['a removed path', ['paths'], remove('/v1/organizations')],
  ['a removed method', ['paths', '/v1/organizations'], remove('get')],
  ['a removed field of an answer', [...page, 'properties'], remove('name')],
  ['a field of an answer that may be missing', page, set('required', ['id'])],
  ['another type of a field', [...page, 'properties', 'name'], set('type', 'integer')],
  [
    'a new value of an answer’s enum',
    [...page, 'properties', 'status', 'enum'],
    (values) => void (values as unknown as string[]).push('frozen'),
  ],
  ['a removed status', [...list, 'responses'], remove('200')],
  ['a new success status', [...list, 'responses'], set('202', { description: 'Accepted' })],
  ['a removed parameter', [...list, 'parameters'], (all) => void (all as unknown as object[]).splice(0, 1)],
  ['a new required parameter', [...list, 'parameters'], newParameter(true)],
  ['a lower maximum of a parameter', [...list, 'parameters', '0', 'schema'], set('maximum', 10)],
  ['a body where there was none', list, set('requestBody', { content: { 'application/json': { schema: {} } } })],
])('%s of the operator API is found to be breaking', (_what, path, change) => {
  expect(breakingChanges(currentDocument(), changed(path, change))).not.toEqual([]);
});

test.each<[what: string, path: string[], change: (target: Json) => void]>([
  ['a new path', ['paths'], set('/v1/new', {})],
  ['a new field of an answer', [...page, 'properties'], set('more', { type: 'string' })],
  ['a new optional parameter', [...list, 'parameters'], newParameter(false)],
  ['a higher maximum of a parameter', [...list, 'parameters', '0', 'schema'], set('maximum', 1000)],
])('%s of the operator API is additive', (_what, path, change) => {
  expect(breakingChanges(currentDocument(), changed(path, change))).toEqual([]);
});
