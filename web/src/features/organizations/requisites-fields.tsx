import type { OrganizationForm } from '@kazna/contract/cabinet/organization-forms';
import type { Organization, OrganizationKind } from '@kazna/contract/cabinet/organizations';
import type { TextInputProps } from '@mantine/core';
import { BikField, FoundByInn } from '../../parts/requisites-lookup.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import classes from './requisites.module.css';

interface RequisitesFieldsProps {
  kind: OrganizationKind;
  values: Record<string, string>;
  text: (name: string) => TextInputProps;
  fill: (known: Record<string, string>) => void;
  /** Only identifying fields; the rest is added later. */
  isBrief?: boolean;
}

function numberField(text: RequisitesFieldsProps['text'], name: string) {
  return { ...text(name), inputMode: 'numeric' as const, autoComplete: 'off' };
}

export function RequisitesFields({ kind, values, text, fill, isBrief = false }: RequisitesFieldsProps) {
  const isCompany = kind === 'company';
  return (
    <>
      <TextField
        label="Название"
        description={
          kind === 'person' ? undefined : isCompany ? 'Например, ООО «Ромашка»' : 'Например, ИП Иванова А. С.'
        }
        autoComplete="organization"
        {...text('name')}
      />
      {kind !== 'person' && (
        <>
          <div className={classes.pair}>
            <TextField label="ИНН" description={isCompany ? '10 цифр' : '12 цифр'} {...numberField(text, 'inn')} />
            {isCompany && (
              <TextField label="КПП" description="9 знаков" {...text('kpp')} autoComplete="off" spellCheck={false} />
            )}
            <TextField
              label={isCompany ? 'ОГРН' : 'ОГРНИП'}
              description={isCompany ? '13 цифр' : '15 цифр'}
              {...numberField(text, 'ogrn')}
            />
          </div>
          <FoundByInn
            inn={values.inn ?? ''}
            kind={kind}
            onFill={({ address, ...known }) => fill({ ...known, ...(address && !isBrief && { address }) })}
          />
          {!isBrief && <FurtherFields isCompany={isCompany} text={text} fill={fill} />}
        </>
      )}
    </>
  );
}

interface FurtherFieldsProps extends Pick<RequisitesFieldsProps, 'text' | 'fill'> {
  isCompany: boolean;
}

function FurtherFields({ isCompany, text, fill }: FurtherFieldsProps) {
  return (
    <>
      <TextField
        label={isCompany ? 'Юридический адрес' : 'Адрес'}
        description="Нужен в актах и УПД"
        autoComplete="street-address"
        {...text('address')}
      />
      <TextField
        label="Идентификатор ЭДО"
        description="Из кабинета оператора, например 2LT-11002284301. Можно не заполнять"
        {...text('edo')}
        autoComplete="off"
        spellCheck={false}
      />
      <fieldset className={classes.bank}>
        <legend>Банковский счёт</legend>
        <p>Нужен для счетов и возвратов. Можно заполнить позже.</p>
        <BikField
          field={text('bank.bik')}
          onFound={({ correspondentAccount }) =>
            correspondentAccount && fill({ 'bank.correspondentAccount': correspondentAccount })
          }
        />
        <TextField label="Расчётный счёт" description="20 цифр" {...numberField(text, 'bank.account')} />
        <TextField
          label="Корреспондентский счёт"
          description="20 цифр. Можно не заполнять: у банка он один на БИК"
          {...numberField(text, 'bank.correspondentAccount')}
        />
      </fieldset>
    </>
  );
}

/** Form values; bank fields are named by their error paths. */
export function requisitesValues(kind: OrganizationKind, current?: Organization): Record<string, string> {
  const values = { kind, name: current?.name ?? '' };
  if (kind === 'person') return values;
  return {
    ...values,
    inn: current?.inn ?? '',
    ...(kind === 'company' && { kpp: current?.kpp ?? '' }),
    ogrn: current?.ogrn ?? '',
    address: current?.address ?? '',
    edo: current?.edo ?? '',
    'bank.bik': current?.bank?.bik ?? '',
    'bank.account': current?.bank?.account ?? '',
    'bank.correspondentAccount': current?.bank?.correspondentAccount ?? '',
  };
}

/** An empty field removes the stored value. */
export function changesOf(form: OrganizationForm) {
  if (form.kind === 'person') return { name: form.name };
  const { kind, address = '', edo = '', bank = null, ...rest } = form;
  return { ...rest, address, edo, bank };
}
