// @vitest-environment happy-dom
import { check } from '@kazna/contract/shared/validation';
import { expect, test } from 'vitest';
import { typesText } from './event-labels.ts';
import { filledWebhookForm, webhookValues } from './webhook-dialog.tsx';

const url = 'https://example.ru/hooks';

test('ticked event types become the body of a webhook, and «all events» replaces the others', () => {
  expect(check(filledWebhookForm, { url, types: { 'charge|created': true, 'hold|created': false } }).data).toEqual({
    url,
    types: ['charge.created'],
    description: null,
  });
  const { data } = check(filledWebhookForm, { url, types: { '*': true, 'charge|created': true }, description: 'CRM' });
  expect(data).toEqual({ url, types: ['*'], description: 'CRM' });
});

test('a webhook without events is refused at its boxes, an empty address at its field', () => {
  const { errors } = check(filledWebhookForm, { types: {} });
  expect(errors?.map(({ path, message }) => [path, message])).toEqual([
    ['url', 'Введите адрес'],
    ['types', 'Выберите хотя бы одно событие'],
  ]);
});

test('a new webhook address has all events ticked', () => {
  expect(webhookValues(undefined)).toEqual({ url: '', description: '', 'types.*': true });
});

test('the event types of a webhook address are summed up in one phrase', () => {
  expect(typesText(['*'])).toBe('Все события');
  expect(typesText(['charge.created'])).toBe('Списание');
  expect(typesText(['charge.created', 'hold.created', 'later.type'])).toBe('Списание и ещё 2');
});
