import { Button } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import type { SubmitEvent } from 'react';
import filters from '../lists/filters.module.css';
import classes from './range-form.module.css';

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
