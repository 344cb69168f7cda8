import { findBank, findCompany } from '@kazna/contract/cabinet/banks';
import { innFault } from '@kazna/contract/shared/requisites';
import { Button, type TextInputProps } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../api/client.ts';
import { TextField } from '../ui/forms/fields.tsx';
import classes from './requisites-lookup.module.css';

type FoundBank = NonNullable<Awaited<ReturnType<typeof call<typeof findBank>>>['bank']>;

interface BikFieldProps {
  field: TextInputProps;
  /**
   * Called for a БИК that was typed and found, with the bank that stood there before, so that what the directory filled
   * in is told from what the person wrote. A directory that does not answer leaves the fields to the person.
   */
  onFound: (bank: FoundBank, before: FoundBank | undefined) => void;
}

/** Says which bank has the БИК, by the directory that staff loaded. */
export function BikField({ field, onFound }: BikFieldProps) {
  const bik = digitsOf(field.value);
  const { data } = useQuery({ ...bankQuery(bik), enabled: bik.length === 9 });
  const bank = data?.bank ?? undefined;
  const isTyped = useRef(false);
  const before = useRef<FoundBank>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: found once a БИК, whatever else is typed
  useEffect(() => {
    if (!bank) return;
    if (isTyped.current) onFound(bank, before.current);
    before.current = bank;
  }, [bank]);

  return (
    <TextField
      {...field}
      label="БИК"
      description={<span role="status">{bikHint(data)}</span>}
      inputMode="numeric"
      autoComplete="off"
      onChange={(event) => {
        isTyped.current = true;
        field.onChange?.(event);
      }}
    />
  );
}

function bikHint(answer: { hasDirectory: boolean; bank: FoundBank | null } | undefined): string {
  if (answer?.bank) return answer.bank.name;
  return answer?.hasDirectory ? 'В справочнике такого нет, проверьте' : '9 цифр';
}

interface FoundByInnProps {
  inn: string;
  kind: 'company' | 'sole_proprietor';
  /** Named as the fields of forms; what the register does not know is left out. */
  onFill: (fields: Partial<Record<'name' | 'kpp' | 'ogrn' | 'address', string>>) => void;
}

/** Offers what the register of companies knows; says nothing where it is not configured. */
export function FoundByInn({ inn: typed, kind, onFill }: FoundByInnProps) {
  const inn = digitsOf(typed);
  const isValid = innFault(inn, kind === 'company' ? 10 : 12) === null;
  const { data } = useQuery({ ...companyQuery(inn), enabled: isValid });
  if (!isValid || !data || data.state === 'off') return null;
  if (data.state === 'silent')
    return (
      <p className={classes.found} role="status">
        Реестр компаний сейчас не отвечает. Заполните поля сами.
      </p>
    );
  if (!data.company)
    return (
      <p className={classes.found} role="status">
        В реестре такого ИНН нет. Проверьте цифры или заполните поля сами.
      </p>
    );
  const { name, kpp, ogrn, address, isActive } = data.company;
  const known = { name, ...(kpp && kind === 'company' && { kpp }), ...(ogrn && { ogrn }), ...(address && { address }) };
  return (
    <div className={classes.found} role="status">
      <span>
        По реестру: <strong>{name}</strong>
        {address && `, ${address}`}
        {!isActive && '. Деятельность прекращена или прекращается'}
      </span>
      <Button variant="default" size="sm" onClick={() => onFill(known)}>
        Заполнить по реестру
      </Button>
    </div>
  );
}

function digitsOf(value: unknown): string {
  return String(value ?? '').replace(/\D/g, '');
}

function bankQuery(bik: string) {
  return queryOptions({
    queryKey: ['bank', bik],
    queryFn: ({ signal }) => call(findBank, { params: { bik } }, signal),
    retry: false,
    staleTime: 60 * 60_000,
  });
}

function companyQuery(inn: string) {
  return queryOptions({
    queryKey: ['company', inn],
    queryFn: ({ signal }) => call(findCompany, { params: { inn } }, signal),
    retry: false,
    staleTime: 60 * 60_000,
  });
}
