import { signerPowers } from '@kazna/contract/admin/business';
import { dayField, TextField } from '../../ui/forms/fields.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { Card } from '../../ui/page.tsx';
import classes from './business.module.css';
import type { FieldsProps } from './business-values.ts';

const powers = Object.entries(signerPowers).map(([value, label]) => ({ value, label }));

/** What files for operators of electronic exchange name; documents are made without it. */
export function ExchangeFields({ values, text }: Pick<FieldsProps, 'values' | 'text'>) {
  const plain = (name: string) => ({ ...text(name), autoComplete: 'off' });
  const kind = values['signer.powers.kind'];
  return (
    <Card title="Электронный документооборот">
      <p className={classes.note}>
        Нужно для файлов XML, которые загружают оператору ЭДО и подписывают. Можно заполнить позже.
      </p>
      <TextField
        label="Идентификатор ЭДО"
        description="Из кабинета оператора, например 2BM-7707083893-771401001-…"
        spellCheck={false}
        {...plain('edo')}
      />
      <div className={classes.triple}>
        <TextField label="Фамилия подписанта" {...plain('signer.surname')} />
        <TextField label="Имя" {...plain('signer.firstName')} />
        <TextField label="Отчество" description="Если есть" {...plain('signer.patronymic')} />
      </div>
      <div className={classes.pair}>
        <TextField label="Должность подписанта" description="Например, бухгалтер" {...plain('signer.title')} />
        <SelectField label="Полномочия" data={powers} {...text('signer.powers.kind')} />
      </div>
      {kind !== 'signature' && (
        <div className={classes.pair}>
          <TextField
            label="Номер доверенности"
            description={kind === 'electronic' ? 'Единый номер, 36 знаков' : 'Как на бумаге'}
            spellCheck={false}
            {...plain('signer.powers.number')}
          />
          <TextField label="Дата доверенности" {...dayField} {...text('signer.powers.day')} />
          {kind === 'electronic' && (
            <TextField
              label="Где хранится доверенность"
              description="Если не заполнить, реестр ФНС m4d.nalog.gov.ru"
              {...plain('signer.powers.system')}
            />
          )}
        </div>
      )}
    </Card>
  );
}
