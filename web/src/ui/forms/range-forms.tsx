import { Button } from '@mantine/core';
import { formatTypedDay, isDay, parseDay } from '../../format/period.ts';
import filters from '../lists/filters.module.css';
import classes from './range-form.module.css';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/UnstyledButton.css';
import { type SubmitEvent, useId, useState } from 'react';

interface DateRangeFormProps {
  /** Days such as `2026-11-14`. */
  from: string | undefined;
  to: string | undefined;
  onApply: (from: string | undefined, to: string | undefined) => void;
}

const labels = { from: 'С', to: 'По' } as const;
type Name = keyof typeof labels;

/** Uses text fields in the Russian format: a native date field follows the browser's language. */
export function DateRangeForm({ from, to, onApply }: DateRangeFormProps) {
  const id = useId();
  const [fault, setFault] = useState<{ names: Name[]; text: string }>();

  function apply(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const texts = { from: textOf(typed, 'from'), to: textOf(typed, 'to') };
    const days = { from: texts.from && parseDay(texts.from), to: texts.to && parseDay(texts.to) };
    const wrong = (['from', 'to'] as const).filter((name) => days[name] === null);
    const isBackwards = days.from && days.to && days.from.localeCompare(days.to) > 0;
    const found = wrong.length > 0 ? { names: wrong, text: 'Такой даты нет. Введите её так: 14.11.2026' } : undefined;
    const reversed = isBackwards ? { names: ['from' as const], text: 'Начало позже конца' } : undefined;
    setFault(found ?? reversed);
    const [first] = (found ?? reversed)?.names ?? [];
    if (first) event.currentTarget.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    else onApply(days.from || undefined, days.to || undefined);
  }

  return (
    // The key resets the form to the URL's values when the URL changes.
    <form key={`${from} ${to}`} className={classes.range} autoComplete="off" onSubmit={apply}>
      {(['from', 'to'] as const).map((name) => (
        <label key={name}>
          {labels[name]}
          <input
            name={name}
            defaultValue={dayIn(name === 'from' ? from : to)}
            placeholder="ДД.ММ.ГГГГ"
            inputMode="numeric"
            maxLength={10}
            className={filters.control}
            aria-invalid={fault?.names.includes(name) || undefined}
            aria-describedby={fault?.names.includes(name) ? id : undefined}
            onInput={(event) => {
              event.currentTarget.value = withDots(event.currentTarget.value);
            }}
          />
        </label>
      ))}
      <Button type="submit">Применить</Button>
      <p id={id} role="alert" className={classes.fault}>
        {fault?.text}
      </p>
    </form>
  );
}

function textOf(typed: FormData, name: Name): string {
  return String(typed.get(name) ?? '').trim();
}

function dayIn(day: string | undefined): string {
  return isDay(day) ? formatTypedDay(day) : '';
}

/** Inserts dots while digits are typed; text with separators stays as typed. */
export function withDots(text: string): string {
  if (!/^\d{3,8}$/.test(text)) return text.replace(/^(\d{2}\.\d{2})(\d{1,4})$/, '$1.$2');
  return [text.slice(0, 2), text.slice(2, 4), text.slice(4)].filter(Boolean).join('.');
}

interface RangeFormProps {
  labels: [first: string, last: string];
  values: [first: string | undefined, last: string | undefined];
  onApply: (first: string | undefined, last: string | undefined) => void;
}

export function RangeForm({ labels, values, onApply }: RangeFormProps) {
  function apply(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const textIn = (name: string) => String(typed.get(name) ?? '').trim() || undefined;
    onApply(textIn('first'), textIn('last'));
  }
  return (
    // The key resets the form to the URL's values when the URL changes.
    <form key={values.join()} className={classes.range} autoComplete="off" onSubmit={apply}>
      {(['first', 'last'] as const).map((name, index) => (
        <label key={name}>
          {labels[index]}
          <input name={name} defaultValue={values[index]} inputMode="decimal" className={filters.control} />
        </label>
      ))}
      <Button type="submit">Применить</Button>
    </form>
  );
}
