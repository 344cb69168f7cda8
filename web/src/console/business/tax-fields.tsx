import { type TaxPeriod, taxRegimes } from '@kazna/contract/admin/business';
import { Button } from '@mantine/core';
import { currentTime } from '../../format/current-time.ts';
import { formatDate } from '../../format/date.ts';
import { zonedParts } from '../../format/zoned-parts.ts';
import { dayField, TextField } from '../../ui/forms/fields.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { Card } from '../../ui/page.tsx';
import classes from './business.module.css';
import { emptyPeriod, type FieldsProps, rowsOf, withRows } from './business-values.ts';

const closingLabels = { act: 'Акт', upd: 'УПД' } as const;

const vatLabels = {
  none: 'Без НДС',
  '22': 'НДС 22\u00a0%',
  '10': 'НДС 10\u00a0%',
  '7': 'НДС 7\u00a0%',
  '5': 'НДС 5\u00a0%',
  '0': 'НДС 0\u00a0%',
} as const;

const vatLabel = (vat: TaxPeriod['vat']) => vatLabels[vat === null ? 'none' : (String(vat) as '22')];

const regimes = Object.entries(taxRegimes).map(([value, label]) => ({ value, label }));
/** In the order of the labels: keys that are numbers come first in an object. */
const rates = (['none', '22', '10', '7', '5', '0'] as const).map((value) => ({ value, label: vatLabels[value] }));

const closings = Object.entries(closingLabels).map(([value, label]) => ({ value, label }));

export function TaxFields({ values, text, replace }: FieldsProps) {
  const rows = rowsOf(values, 'taxPeriods');
  const change = (next: typeof rows) => replace(withRows(values, 'taxPeriods', next));
  const { error } = text('taxPeriods');
  return (
    <Card title="Налоги">
      <p className={classes.note}>
        Документ берёт режим и ставку, которые действуют в его день. Когда они меняются, добавьте строку с новой даты:
        прежние документы останутся какими были. Основная ставка 22&nbsp;% до 2026 года считается как 20&nbsp;%.
      </p>
      {rows.map(({ vat }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and their fields are controlled
        <fieldset key={at} className={classes.row}>
          <legend>{rows.length > 1 ? `Период ${at + 1}` : 'Режим и ставка'}</legend>
          <div className={classes.triple}>
            <TextField label="Действует с" {...dayField} {...text(`taxPeriods.${at}.from`)} />
            <SelectField label="Режим" data={regimes} {...text(`taxPeriods.${at}.regime`)} />
            <SelectField label="НДС" data={rates} {...text(`taxPeriods.${at}.vat`)} />
            {vat === 'none' && (
              <SelectField
                label="Чем закрывать месяц"
                description="С НДС всегда УПД"
                data={closings}
                {...text(`taxPeriods.${at}.closing`)}
              />
            )}
          </div>
          {vat === 'none' && (
            <TextField
              label="Основание «Без НДС»"
              description="Например, п. 2 ст. 346.11 НК РФ. Можно не заполнять"
              autoComplete="off"
              {...text(`taxPeriods.${at}.ground`)}
            />
          )}
          {rows.length > 1 && (
            <div className={classes.rowActions}>
              <Button
                size="sm"
                variant="default"
                aria-label={`Убрать период ${at + 1}`}
                onClick={() => change(rows.toSpliced(at, 1))}
              >
                Убрать
              </Button>
            </div>
          )}
        </fieldset>
      ))}
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      <Button variant="default" leftSection={<PlusIcon />} onClick={() => change([emptyPeriod, ...rows])}>
        Добавить период
      </Button>
    </Card>
  );
}

/** What closes a month: a payer of VAT has no choice. */
function closingOf({ vat, closing = 'act' }: TaxPeriod): string {
  return closingLabels[vat === null ? closing : 'upd'].replace('Акт', 'акты');
}

/** The business's calendar is Moscow's, as on the documents. */
export function businessToday(now = currentTime()): string {
  const { year, month, day } = zonedParts(now, 'Europe/Moscow');
  return `${year}-${month}-${day}`;
}

/** Newest first, with the one in force today marked. */
export function describePeriods(periods: readonly TaxPeriod[], today = businessToday()) {
  const sorted = periods.toSorted((one, other) => (one.from < other.from ? 1 : -1));
  const current = sorted.find(({ from }) => from <= today);
  return sorted.map((period) => ({
    from: period.from,
    text: [
      ...[taxRegimes[period.regime], vatLabel(period.vat).replace(/^Без/, 'без'), closingOf(period), period.ground],
    ]
      .filter(Boolean)
      .join(', '),
    when: `${period === current ? 'действует' : period.from > today ? 'будет' : 'действовал'} с ${formatDate(period.from, 'UTC')}`,
    isCurrent: period === current,
  }));
}
