import type { TariffTerms } from '@kazna/contract/shared/tariffs';
import { check } from '@kazna/contract/shared/validation';
import { expect, test } from 'vitest';
import { toInput } from '../../ui/forms/form.ts';
import { filledTariffForm, filledVersionForm, termsIn, termsValues } from './terms-values.ts';

const terms: TariffTerms = {
  priceMinor: 123_450,
  currency: 'RUB',
  period: { unit: 'month', count: 3 },
  anchor: 'connection',
  setupFeeMinor: 50_000,
  trialDays: 14,
  maxQuantity: 25,
  graceDays: 5,
  mayPause: true,
  refundOnStop: false,
  meters: [
    { meter: 'traffic', price: { model: 'unit', unitMinor: '0.35' }, includedQuantity: '10.5', minimumMinor: 100 },
    {
      ...{ meter: 'calls', includedQuantity: '0', minimumMinor: 0 },
      price: {
        model: 'graduated',
        tiers: [
          { upTo: '100', unitMinor: '200', flatMinor: 1000 },
          { upTo: null, unitMinor: '50', flatMinor: 0 },
        ],
      },
    },
    {
      meter: 'mail',
      price: { model: 'package', size: '1000', packageMinor: 9900 },
      includedQuantity: '0',
      minimumMinor: 0,
    },
  ],
  usageCharged: 'day',
};

test('terms of a tariff survive being shown in the form and read back', () => {
  expect(termsIn(termsValues(terms))).toEqual(terms);
});

test('terms without seats allow a quantity of one, whatever the hidden field holds', () => {
  const values = { ...termsValues(terms), 'version.seats': 'one', 'version.maxQuantity': 'много' };
  expect(termsIn(values)?.maxQuantity).toBe(1);
});

test('empty optional amounts and days of a tariff count as zero', () => {
  const values = {
    ...termsValues(terms),
    'version.setupFeeMinor': '',
    'version.trialDays': '',
    'version.graceDays': '',
  };
  expect(termsIn(values)).toMatchObject({ setupFeeMinor: 0, trialDays: 0, graceDays: 0 });
});

test('a line of tiers that cannot be read is an error of the tiers', () => {
  const values = {
    ...termsValues(terms),
    name: 'Старт',
    isVisible: 'yes',
    'version.meters.1.price.tiers': 'до 100 по 2',
  };
  const { errors } = check(filledTariffForm, toInput(values));
  expect(errors?.map(({ path }) => path)).toContain('version.meters.1.price.tiers');
});

test('a new tariff has no example bill before its price is typed', () => {
  expect(termsIn(termsValues(undefined))).toBeUndefined();
  expect(termsIn({ ...termsValues(undefined), 'version.priceMinor': '990' })?.priceMinor).toBe(99_000);
});

test('errors of a tariff name the fields of the form', () => {
  const values = { name: '', isVisible: 'yes', ...termsValues(terms), 'version.period.count': '99' };
  const { errors } = check(filledTariffForm, toInput(values));
  expect(errors).toEqual([
    { path: 'name', message: 'Пожалуйста, введите название' },
    { path: 'version.period.count', message: 'Значение не больше 36' },
  ]);
});

test('a version for new subscriptions alone sends no date for running ones', () => {
  const values = { ...termsValues(terms), from: '18.11.2026', reach: 'new', runningFrom: '03.12.2026' };
  expect(check(filledVersionForm, toInput(values)).data).toEqual({ version: terms, from: '2026-11-18' });
  const running = check(filledVersionForm, toInput({ ...values, reach: 'running' }));
  expect(running.data?.runningFrom).toBe('2026-12-03');
});

test('a version for running subscriptions needs the date for them', () => {
  const values = { ...termsValues(terms), from: '18.11.2026', reach: 'running', runningFrom: '' };
  expect(check(filledVersionForm, toInput(values)).errors?.[0]?.path).toBe('runningFrom');
});
