import { type Business, businessForm, type Signer } from '@kazna/contract/admin/business';
import type { ChangeEvent, ReactNode } from 'react';
import * as z from 'zod/mini';
import { formatTypedDay, parseDay } from '../../format/period.ts';

/** Texts of the fields, named by their error paths: `bankAccounts.0.bank.bik`. */
export type BusinessValues = Record<string, string>;

interface Typed {
  kind?: string;
  kpp?: string;
  registeredOn?: string;
  shortName?: string;
  color?: string;
  bankAccounts?: { bankName?: string; bank?: object }[];
  taxPeriods?: { from?: string; vat?: string; closing?: string; ground?: string }[];
  signer?: { surname?: string; firstName?: string; title?: string; powers?: TypedPowers };
  director?: object;
  invoiceDays?: string;
}

interface TypedPowers {
  kind?: string;
  number?: string;
  day?: string;
  system?: string;
}

/** «01.02.2026» as the contract has it; what is no date is left for its check to refuse. */
const dayOf = (typed = '') => parseDay(typed.trim()) ?? typed;

/** The typed values, with numbers as numbers, and «без НДС» and the usual act as nothing. */
function read(typed: Typed) {
  const { bankAccounts = [], taxPeriods = [], director, invoiceDays, kpp, registeredOn, signer, ...others } = typed;
  const { shortName, color, ...rest } = others;
  return {
    ...rest,
    ...(shortName && { shortName }),
    ...(color && { color: color.trim().toLowerCase() }),
    ...(rest.kind === 'company' && { kpp }),
    ...(rest.kind === 'sole_proprietor' && registeredOn && { registeredOn: dayOf(registeredOn) }),
    bankAccounts: bankAccounts.map(({ bank, ...account }) => ({ ...account, bank: { ...bank } })),
    taxPeriods: taxPeriods.map(({ from, vat, closing, ground, ...period }) => ({
      ...period,
      from: dayOf(from),
      vat: vat === 'none' ? null : Number(vat),
      // An act is what it is without saying.
      ...(vat === 'none' && closing === 'upd' && { closing }),
      ...(vat === 'none' && ground && { ground }),
    })),
    director: { ...director },
    ...(signer && isNamed(signer) && { signer: { ...signer, powers: readPowers(signer.powers) } }),
    invoiceDays: Number(invoiceDays),
  } as z.input<typeof businessForm>;
}

/** The choice of powers alone is no signer. */
const isNamed = ({ surname, firstName, title }: NonNullable<Typed['signer']>) => Boolean(surname || firstName || title);

function readPowers({ kind, number, day, system }: TypedPowers = {}) {
  if (kind === 'signature') return { kind };
  return { kind, number, day: dayOf(day), ...(kind === 'electronic' && { system }) };
}

export const filledBusinessForm = z.pipe(z.transform(read), businessForm);

export const emptyAccount: BusinessValues = {
  bankName: '',
  'bank.bik': '',
  'bank.account': '',
  'bank.correspondentAccount': '',
};
export const emptyPeriod: BusinessValues = { from: '', regime: 'usn', vat: 'none', closing: 'act', ground: '' };

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
    .map(({ from, regime, vat, closing = 'act', ground = '' }) => ({
      ...{ from: formatTypedDay(from), regime, closing, ground, vat: vat === null ? 'none' : String(vat) },
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
    shortName: current?.shortName ?? '',
    color: current?.color ?? '',
    'director.title': current?.director.title ?? '',
    'director.name': current?.director.name ?? '',
    accountantName: current?.accountantName ?? '',
    edo: current?.edo ?? '',
    ...signerValues(current?.signer),
    invoicePrefix: current?.invoicePrefix ?? '',
    invoiceDays: String(current?.invoiceDays ?? 5),
    ...withRows({}, 'bankAccounts', accounts ?? [emptyAccount]),
    ...withRows({}, 'taxPeriods', periods ?? [emptyPeriod]),
  };
}

function signerValues(signer: Signer | undefined): BusinessValues {
  const powers = signer?.powers;
  const named = powers && powers.kind !== 'signature' ? powers : undefined;
  return {
    'signer.surname': signer?.surname ?? '',
    'signer.firstName': signer?.firstName ?? '',
    'signer.patronymic': signer?.patronymic ?? '',
    'signer.title': signer?.title ?? '',
    'signer.powers.kind': powers?.kind ?? 'signature',
    'signer.powers.number': named?.number ?? '',
    'signer.powers.day': named ? formatTypedDay(named.day) : '',
    'signer.powers.system': powers?.kind === 'electronic' ? powers.system : '',
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
  fill: (known: Record<string, string>) => void;
}
