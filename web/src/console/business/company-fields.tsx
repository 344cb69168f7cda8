import { FoundByInn } from '../../parts/requisites-lookup.tsx';
import { dayField, TextField } from '../../ui/forms/fields.tsx';
import { Card } from '../../ui/page.tsx';
import classes from './business.module.css';
import type { FieldsProps } from './business-values.ts';

const kinds = { company: 'Компания', sole_proprietor: 'Предприниматель' } as const;

export function CompanyFields({ values, text, replace, fill }: FieldsProps) {
  const isCompany = values.kind === 'company';
  const numeric = (name: string) => ({ ...text(name), inputMode: 'numeric' as const, autoComplete: 'off' });
  return (
    <Card title="Кто продаёт">
      <fieldset className={classes.kinds} aria-label="Вид">
        {Object.entries(kinds).map(([kind, label]) => (
          <label key={kind}>
            <input
              type="radio"
              name="kind"
              value={kind}
              checked={values.kind === kind}
              onChange={() => replace({ ...values, kind })}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <TextField
        label="Название"
        description={isCompany ? 'Например, ООО «Ромашка»' : 'Например, ИП Иванова А. С.'}
        autoComplete="organization"
        {...text('name')}
      />
      <div className={classes.triple}>
        <TextField label="ИНН" description={isCompany ? '10 цифр' : '12 цифр'} {...numeric('inn')} />
        {isCompany && (
          <TextField label="КПП" description="9 знаков" autoComplete="off" spellCheck={false} {...text('kpp')} />
        )}
        <TextField
          label={isCompany ? 'ОГРН' : 'ОГРНИП'}
          description={isCompany ? '13 цифр' : '15 цифр'}
          {...numeric('ogrn')}
        />
        {!isCompany && (
          <TextField
            label="Дата присвоения ОГРНИП"
            description="Для счетов-фактур"
            {...dayField}
            {...text('registeredOn')}
          />
        )}
      </div>
      <FoundByInn inn={values.inn ?? ''} kind={isCompany ? 'company' : 'sole_proprietor'} onFill={fill} />
      <TextField label={isCompany ? 'Юридический адрес' : 'Адрес'} autoComplete="street-address" {...text('address')} />
      <TextField label="Телефон" description="Можно не заполнять" type="tel" autoComplete="tel" {...text('phone')} />
      <div className={classes.pair}>
        <TextField
          label="Короткое название"
          description="Для кабинета и писем. Можно не заполнять"
          autoComplete="off"
          {...text('shortName')}
        />
        <TextField
          label="Цвет"
          description="Например, #7a1fa2. Без него цвет наш"
          autoComplete="off"
          spellCheck={false}
          {...text('color')}
        />
      </div>
    </Card>
  );
}

export function SignatureFields({ values, text }: Pick<FieldsProps, 'values' | 'text'>) {
  const prefix = values.invoicePrefix || 'КЗ';
  return (
    <Card title="Подписи и номера">
      <div className={classes.pair}>
        <TextField
          label="Должность руководителя"
          description="Например, генеральный директор"
          autoComplete="off"
          {...text('director.title')}
        />
        <TextField
          label="Фамилия и инициалы руководителя"
          description="Например, Иванов И. И."
          autoComplete="off"
          {...text('director.name')}
        />
        <TextField
          label="Фамилия и инициалы бухгалтера"
          description="Можно не заполнять"
          autoComplete="off"
          {...text('accountantName')}
        />
      </div>
      <div className={classes.pair}>
        <TextField
          label="Буквы в номере счёта"
          description={`Первый счёт: ${prefix}-000001`}
          autoComplete="off"
          spellCheck={false}
          maxLength={5}
          {...text('invoicePrefix')}
        />
        <TextField
          label="Дней на оплату счёта"
          description="От 1 до 90"
          inputMode="numeric"
          autoComplete="off"
          {...text('invoiceDays')}
        />
      </div>
    </Card>
  );
}
