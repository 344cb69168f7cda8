import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { clientExample, curlExample } from './examples.ts';
import { type OpenApi, operationsByTag, tagLabels } from './operations.ts';

const document = new URL('../../../../docs/openapi-v1.json', import.meta.url);
const groups = operationsByTag(JSON.parse(readFileSync(document, 'utf8')) as OpenApi);
const all = [...groups.values()].flat();
const reader = { address: 'https://kazna.example.ru', key: 'kzn_live_…AbCd' };
const find = (id: string) => all.find((operation) => operation.id === id) ?? (all[0] as (typeof all)[0]);

test('every operation of the promised document has its scope, a section with a title, a Russian label and a method of the client', () => {
  expect(all.length).toBeGreaterThan(20);
  expect(all.filter(({ scope }) => !/^\w+:(read|write)$/.test(scope))).toEqual([]);
  expect([...groups.keys()].toSorted()).toEqual(Object.keys(tagLabels).toSorted());
  expect(all.filter(({ reference }) => !/^[А-ЯЁ]/.test(reference.title))).toEqual([]);
  expect(all.filter(({ reference }) => !/^\w+\.\w+$/.test(reference.client))).toEqual([]);
});

test('examples of curl hold address, key, idempotency key and a body of the required fields', () => {
  expect(curlExample(find('createCharge'), reader)).toBe(`curl -X POST 'https://kazna.example.ru/v1/charges' \\
  -H 'Authorization: Bearer kzn_live_…AbCd' \\
  -H "Idempotency-Key: $(uuidgen)" \\
  -H 'Content-Type: application/json' \\
  -d '{
  "organizationId": "01a1e29b-76a8-72ca-a9c8-685ac96ae74f",
  "amountMinor": 150000,
  "currency": "RUB",
  "description": "Тариф «Старт» за ноябрь",
  "service": "Хостинг"
}'`);
  expect(curlExample(find('listLedger'), reader)).toContain('/v1/ledger?organizationId=01a1e29b-');
});

test('examples of the client call the method with ids, body and required query', () => {
  expect(clientExample(find('refundCharge'), reader)).toBe(`import { Kazna } from '@kazna/client';

const kazna = new Kazna({ url: 'https://kazna.example.ru', key: 'kzn_live_…AbCd' });
const answer = await kazna.charges.refund('01a1e29b-76a8-72ca-a9c8-685ac96ae74f', {
  reason: 'Простой сервиса'
});`);
  expect(clientExample(find('listCharges'), reader)).toContain('for await (const item of kazna.charges.list()) ');
});
