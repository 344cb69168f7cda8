import { type Business, businessForm } from '@kazna/contract/admin/business';
import type { ChangeEvent, ReactNode } from 'react';
import * as z from 'zod/mini';
import { formatTypedDay, parseDay } from '../../format/period.ts';

/** Texts of the fields, named by their error paths: `bankAccounts.0.bank.bik`. */
export type BusinessValues = Record<string, string>;

interface Typed {
  kind?: string;
  kpp?: string;
  registeredOn?: string;
  bankAccounts?: { bankName?: string; bank?: object }[];
  taxPeriods?: { from?: string; vat?: string; closing?: string }[];
  director?: object;
  invoiceDays?: string;
}

/** «01.02.2026» as the contract has it; what is no date is left for its check to refuse. */
const dayOf = (typed = '') => parseDay(typed.trim()) ?? typed;

/** What was typed, with numbers as numbers, and «без НДС» and the usual act as nothing. */
function read({ bankAccounts = [], taxPeriods = [], director, invoiceDays, kpp, registeredOn, ...rest }: Typed) {
  return {
    ...rest,
    ...(rest.kind === 'company' && { kpp }),
    ...(rest.kind === 'sole_proprietor' && registeredOn && { registeredOn: dayOf(registeredOn) }),
    bankAccounts: bankAccounts.map(({ bank, ...account }) => ({ ...account, bank: { ...bank } })),
    taxPeriods: taxPeriods.map(({ from, vat, closing, ...period }) => ({
      ...period,
      from: dayOf(from),
      vat: vat === 'none' ? null : Number(vat),
      // An act is what it is without saying.
      ...(vat === 'none' && closing === 'upd' && { closing }),
    })),
    director: { ...director },
    invoiceDays: Number(invoiceDays),
  } as z.input<typeof businessForm>;
}

export const filledBusinessForm = z.pipe(z.transform(read), businessForm);

export const emptyAccount: BusinessValues = {
  bankName: '',
  'bank.bik': '',
  'bank.account': '',
  'bank.correspondentAccount': '',
};
export const emptyPeriod: BusinessValues = { from: '', regime: 'usn', vat: 'none', closing: 'act' };

const named = (group: string, at: number, row: BusinessValues): BusinessValues =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [`${group}.${at}.${name}`, value]));

export function businessValues(current: Business | null): BusinessValues {
  const accounts = current?.bankAccounts.map(({ bankName, bank }) => ({
    bankName,
    'bank.bik': bank.bik,
    'bank.account': bank.account,
    'bank.correspondentAccount': bank.correspondentAccount ?? '',
  }));
  const periods = current?.taxPeriods
    .toSorted((one, other) => (one.from < other.from ? 1 : -1))
    .map(({ from, regime, vat, closing = 'act' }) => ({
      ...{ from: formatTypedDay(from), regime, closing, vat: vat === null ? 'none' : String(vat) },
    }));
  return {
    kind: current?.kind ?? 'company',
    name: current?.name ?? '',
    inn: current?.inn ?? '',
    kpp: current?.kpp ?? '',
    ogrn: current?.ogrn ?? '',
    registeredOn: current?.kind === 'sole_proprietor' ? formatTypedDay(current.registeredOn ?? '') : '',
    address: current?.address ?? '',
    phone: current?.phone ?? '',
    'director.title': current?.director.title ?? '',
    'director.name': current?.director.name ?? '',
    accountantName: current?.accountantName ?? '',
    invoicePrefix: current?.invoicePrefix ?? '',
    invoiceDays: String(current?.invoiceDays ?? 5),
    ...withRows({}, 'bankAccounts', accounts ?? [emptyAccount]),
    ...withRows({}, 'taxPeriods', periods ?? [emptyPeriod]),
  };
}

type Group = 'bankAccounts' | 'taxPeriods';

export function rowsOf(values: BusinessValues, group: Group): BusinessValues[] {
  const rows: BusinessValues[] = [];
  for (const [name, value] of Object.entries(values)) {
    const [of, at, ...rest] = name.split('.');
    if (of !== group) continue;
    rows[Number(at)] = { ...rows[Number(at)], [rest.join('.')]: value };
  }
  return rows;
}

export function withRows(values: BusinessValues, group: Group, rows: BusinessValues[]): BusinessValues {
  const others = Object.entries(values).filter(([name]) => !name.startsWith(`${group}.`));
  return { ...Object.fromEntries(others), ...Object.assign({}, ...rows.map((row, at) => named(group, at, row))) };
}

export interface FieldsProps {
  values: BusinessValues;
  text: (name: string) => {
    name: string;
    value: string;
    error: ReactNode;
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void;
    onBlur: () => void;
  };
  replace: (next: BusinessValues) => void;
}
