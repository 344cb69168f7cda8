import { tariffForm, versionForm } from '@kazna/contract/admin/services';
import { parseAmount } from '@kazna/contract/shared/money';
import { type TariffTerms, tariffTerms } from '@kazna/contract/shared/tariffs';
import { check } from '@kazna/contract/shared/validation';
import type { ChangeEvent } from 'react';
import * as z from 'zod/mini';
import { parseDay } from '../../format/period.ts';
import { toInput } from '../../ui/forms/form.ts';
import { currencyIn, formatTypedAmount } from '../../ui/forms/typed-amount.tsx';
import { meterValues, readMeters } from './meter-values.ts';

/** Texts of the fields, named by their error paths: `version.period.count`. */
export type TermsValues = Record<string, string>;

export interface TermsFieldsProps {
  values: TermsValues;
  text: (name: string) => {
    name: string;
    value: string;
    error: string | undefined;
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) => void;
    onBlur: () => void;
  };
  box: (name: string) => {
    name: string;
    checked: boolean;
    error: string | undefined;
    onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  };
  set: (name: string, value: string | boolean) => void;
  replace: (next: TermsValues) => void;
}

interface TypedTerms extends Record<string, unknown> {
  period?: { unit?: string; count?: string };
}

/** A malformed number is left for the schema to reject. */
const numberOf = (text: unknown) => (typeof text === 'string' && /^\d{1,9}$/.test(text.trim()) ? Number(text) : text);

function readTerms({ period, seats, maxQuantity, mayPause, refundOnStop, ...typed }: TypedTerms) {
  const currency = currencyIn(typed);
  const amountOf = (text: unknown) => (typeof text === 'string' ? (parseAmount(text, currency) ?? text) : text);
  return {
    priceMinor: amountOf(typed.priceMinor),
    currency,
    period: { unit: period?.unit, count: numberOf(period?.count) },
    anchor: typed.anchor,
    setupFeeMinor: amountOf(typed.setupFeeMinor ?? '0'),
    trialDays: numberOf(typed.trialDays ?? '0'),
    maxQuantity: seats === 'many' ? numberOf(maxQuantity) : 1,
    graceDays: numberOf(typed.graceDays ?? '0'),
    mayPause: Boolean(mayPause),
    refundOnStop: Boolean(refundOnStop),
    meters: readMeters(typed.meters, currency),
    usageCharged: typed.usageCharged ?? 'period',
  } as unknown as z.input<typeof tariffTerms>;
}

interface TypedTariff extends Record<string, unknown> {
  version?: TypedTerms;
}

const readTariff = ({ version = {}, name, isVisible }: TypedTariff) =>
  ({ name, isVisible: isVisible === 'yes', version: readTerms(version) }) as z.input<typeof tariffForm>;

export const filledTariffForm = z.pipe(z.transform(readTariff), tariffForm);

/** «01.02.2026» as the contract has it; what is no date is left for its check to refuse. */
const dayOf = (typed: unknown) => (typeof typed === 'string' ? (parseDay(typed.trim()) ?? typed) : typed);

function readVersion({ version = {}, from, reach, runningFrom }: TypedTariff) {
  const running = reach === 'running' ? { runningFrom: dayOf(runningFrom) ?? '' } : {};
  return { version: readTerms(version), from: dayOf(from), ...running } as z.input<typeof versionForm>;
}

export const filledVersionForm = z.pipe(z.transform(readVersion), versionForm);

/** Returns undefined while the fields say no terms. */
export function termsIn(values: TermsValues): TariffTerms | undefined {
  const { version = {} } = toInput(values) as TypedTariff;
  return check(tariffTerms, readTerms(version)).data;
}

const firstTerms: TariffTerms = {
  priceMinor: 0,
  currency: 'RUB',
  period: { unit: 'month', count: 1 },
  anchor: 'calendar',
  setupFeeMinor: 0,
  trialDays: 0,
  maxQuantity: 1,
  graceDays: 3,
  mayPause: false,
  refundOnStop: true,
  meters: [],
};

/** The price of a new tariff is for its author to type. */
export function termsValues(terms: TariffTerms | undefined): TermsValues {
  const { priceMinor, currency, period, setupFeeMinor, maxQuantity, ...rest } = terms ?? firstTerms;
  const typed = (amountMinor: number) => formatTypedAmount({ amountMinor, currency });
  return {
    'version.priceMinor': terms ? typed(priceMinor) : '',
    'version.currency': currency,
    'version.period.unit': period.unit,
    'version.period.count': String(period.count),
    'version.anchor': rest.anchor,
    'version.setupFeeMinor': typed(setupFeeMinor),
    'version.trialDays': String(rest.trialDays),
    'version.seats': maxQuantity > 1 ? 'many' : 'one',
    'version.maxQuantity': maxQuantity > 1 ? String(maxQuantity) : '100',
    'version.graceDays': String(rest.graceDays),
    'version.mayPause': rest.mayPause ? 'yes' : '',
    'version.refundOnStop': rest.refundOnStop ? 'yes' : '',
    'version.usageCharged': rest.usageCharged ?? 'period',
    ...meterValues(rest.meters, currency),
  };
}
