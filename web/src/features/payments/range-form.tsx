import { Button } from '@mantine/core';
import type { SubmitEvent } from 'react';
import filters from '../../ui/filters.module.css';
import classes from './payment-filters.module.css';

interface RangeFormProps {
  type: 'date' | 'text';
  labels: [first: string, last: string];
  values: [first: string | undefined, last: string | undefined];
  onApply: (first: string | undefined, last: string | undefined) => void;
}

export function RangeForm({ type, labels, values, onApply }: RangeFormProps) {
  function apply(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const textIn = (name: string) => String(typed.get(name) ?? '').trim() || undefined;
    onApply(textIn('first'), textIn('last'));
  }
  return (
    // A new key when the address has changed: what it holds now is what the form begins with.
    <form key={values.join()} className={classes.range} autoComplete="off" onSubmit={apply}>
      {(['first', 'last'] as const).map((name, index) => (
        <label key={name}>
          {labels[index]}
          <input
            type={type}
            name={name}
            defaultValue={values[index]}
            inputMode={type === 'text' ? 'decimal' : undefined}
            className={filters.control}
          />
        </label>
      ))}
      <Button type="submit" variant="light">
        Применить
      </Button>
    </form>
  );
}
