import { Button, Popover } from '@mantine/core';
import '@mantine/core/styles/Popover.css';
import { type ReactNode, useState } from 'react';
import classes from './filter-bar.module.css';
import { ArrowDownIcon } from './payment-icons.tsx';

interface FilterPopoverProps {
  /** What it is a condition of; stands on the button until there is a condition. */
  label: string;
  /** The condition in words, empty when there is none. */
  words: string;
  children: (close: () => void) => ReactNode;
}

export function FilterPopover({ label, words, children }: FilterPopoverProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" trapFocus returnFocus withinPortal={false}>
      <Popover.Target>
        <button
          type="button"
          className={classes.control}
          data-set={words !== '' || undefined}
          aria-label={words ? `${label}: ${words}` : label}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span>{words || label}</span>
          <ArrowDownIcon size={16} />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label={label}>
        {children(() => setIsOpen(false))}
      </Popover.Dropdown>
    </Popover>
  );
}

interface RangeFormProps {
  type: 'date' | 'text';
  labels: [first: string, last: string];
  values: [first: string | undefined, last: string | undefined];
  onApply: (first: string | undefined, last: string | undefined) => void;
}

export function RangeForm({ type, labels, values, onApply }: RangeFormProps) {
  return (
    <form
      className={classes.range}
      action={(typed) => onApply(textIn(typed, 'first'), textIn(typed, 'last'))}
      autoComplete="off"
    >
      {(['first', 'last'] as const).map((name, index) => (
        <label key={name}>
          {labels[index]}
          <input
            type={type}
            name={name}
            defaultValue={values[index]}
            inputMode={type === 'text' ? 'decimal' : undefined}
            className={classes.control}
          />
        </label>
      ))}
      <Button type="submit" variant="light">
        Применить
      </Button>
    </form>
  );
}

function textIn(typed: FormData, name: string): string | undefined {
  return String(typed.get(name) ?? '').trim() || undefined;
}
