import type { Meter } from '@kazna/contract/admin/meters';
import { formatMoney } from '@kazna/contract/shared/money';
import type { TariffTerms } from '@kazna/contract/shared/tariffs';
import { toMillionths, usageAmount } from '@kazna/contract/shared/usage-price';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { TextField } from '../../ui/forms/fields.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { TextAreaField } from '../../ui/forms/text-area-field.tsx';
import { AmountField } from '../../ui/forms/typed-amount.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { Card } from '../../ui/page.tsx';
import bill from './bill.module.css';
import { emptyMeter, maxMeters, meterRows, withMeterRows } from './meter-values.ts';
import { metersQuery } from './queries.ts';
import { RadioCards } from './radio-cards.tsx';
import classes from './tariff-form.module.css';
import type { TermsFieldsProps } from './terms-values.ts';

const models = [
  { value: 'unit', label: 'За единицу' },
  { value: 'graduated', label: 'По ступеням, каждая за свою часть' },
  { value: 'volume', label: 'По ступеням, всё по достигнутой' },
  { value: 'package', label: 'Пакетами' },
];

/** What the tariff takes for usage; nothing is shown of it where there are no meters. */
export function MeterFields(form: TermsFieldsProps) {
  const { data } = useQuery(metersQuery());
  const meters = data?.items ?? [];
  const { values, set, replace } = form;
  const rows = meterRows(values);
  if (meters.length === 0 && rows.length === 0) return null;
  const change = (next: typeof rows) => replace(withMeterRows(values, next));
  const free = meters.filter(({ key }) => !rows.some(({ meter }) => meter === key));
  return (
    <Card title="Расход">
      <p className={classes.note}>Сколько клиент заплатит за то, что посчитали счётчики, сверх цены за период.</p>
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and their fields are controlled
        <fieldset key={at} className={classes.meter}>
          <legend>{meters.find(({ key }) => key === row.meter)?.name ?? `Счётчик ${at + 1}`}</legend>
          <MeterRowFields {...form} at={at} model={row['price.model'] ?? 'unit'} meters={meters} />
          <Button
            size="sm"
            variant="default"
            aria-label={`Убрать счётчик ${at + 1}`}
            onClick={() => change(rows.toSpliced(at, 1))}
          >
            Убрать
          </Button>
        </fieldset>
      ))}
      {rows.length > 0 && (
        <RadioCards
          legend="Когда списывать расход"
          name="version.usageCharged"
          value={values['version.usageCharged']}
          onChange={(charged) => set('version.usageCharged', charged)}
          choices={[
            { value: 'period', label: 'После периода', hint: 'Через два часа после его конца' },
            { value: 'day', label: 'Каждый день', hint: 'Баланс убывает вместе с расходом' },
          ]}
        />
      )}
      {rows.length < maxMeters && free[0] && (
        <Button
          variant="default"
          leftSection={<PlusIcon />}
          onClick={() => change([...rows, { ...emptyMeter, meter: free[0]?.key ?? '' }])}
        >
          Добавить счётчик
        </Button>
      )}
    </Card>
  );
}

interface RowProps extends TermsFieldsProps {
  at: number;
  model: string;
  meters: Meter[];
}

function MeterRowFields({ text, at, model, meters }: RowProps) {
  const name = (field: string) => text(`version.meters.${at}.${field}`);
  const decimal = { inputMode: 'decimal', autoComplete: 'off' } as const;
  const unit = meters.find(({ key }) => key === name('meter').value)?.unit ?? 'единицу';
  return (
    <>
      <div className={classes.pair}>
        <SelectField
          label="Счётчик"
          {...name('meter')}
          data={meters.map(({ key, name: label, unit: of }) => ({ value: key, label: `${label}, ${of}` }))}
        />
        <SelectField label="Как считать цену" {...name('price.model')} data={models} />
      </div>
      {model === 'unit' && (
        <TextField
          label={`Цена за 1 ${unit}`}
          description="До 8 знаков после запятой"
          {...decimal}
          {...name('price.unitMinor')}
        />
      )}
      {model === 'package' && (
        <div className={classes.pair}>
          <TextField
            label="Размер пакета"
            description={`Сколько ${unit} в пакете`}
            {...decimal}
            {...name('price.size')}
          />
          <AmountField label="Цена пакета" {...name('price.packageMinor')} />
        </div>
      )}
      {(model === 'graduated' || model === 'volume') && (
        <TextAreaField
          label="Ступени"
          description="По одной на строке: «до 100: 2,00 + 10», где 10 — плата за ступень. Последняя: «дальше: 0,50»"
          rows={4}
          {...name('price.tiers')}
        />
      )}
      <div className={classes.pair}>
        <TextField
          label="Включено в цену"
          description={`Столько ${unit} за период бесплатно`}
          {...decimal}
          {...name('includedQuantity')}
        />
        <AmountField
          label="Не меньше"
          description="За период с расходом. 0, если всё равно"
          {...name('minimumMinor')}
          required={false}
        />
      </div>
    </>
  );
}

/** What a typed quantity of each meter costs. */
export function UsageExample({ terms }: { terms: TariffTerms | undefined }) {
  const { data } = useQuery(metersQuery());
  const [quantities, setQuantities] = useState<Record<string, string>>({});
  if (!terms || terms.meters.length === 0) return null;
  return (
    <section className={bill.examples} aria-label="Пример расхода">
      <h2>Пример расхода</h2>
      {terms.meters.map((one) => {
        const meter = data?.items.find(({ key }) => key === one.meter);
        const typed = quantities[one.meter] ?? '100';
        const quantity = toMillionths(typed.replace(/\s/g, '').replace(',', '.'));
        const amountMinor = quantity === null ? null : usageAmount(one, quantity);
        return (
          <div key={one.meter} className={classes.example}>
            <TextField
              label={`${meter?.name ?? one.meter}, ${meter?.unit ?? ''}`}
              error={undefined}
              value={typed}
              inputMode="decimal"
              autoComplete="off"
              onChange={({ currentTarget }) => setQuantities({ ...quantities, [one.meter]: currentTarget.value })}
            />
            <output>{amountMinor === null ? '—' : formatMoney({ amountMinor, currency: terms.currency })}</output>
          </div>
        );
      })}
    </section>
  );
}
