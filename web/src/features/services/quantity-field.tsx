import { groupThousands } from '@kazna/contract/shared/money';
import { useId } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import classes from './quantity-field.module.css';

interface QuantityFieldProps {
  unit: string;
  max: number;
  /** As typed. */
  value: string;
  onChange: (value: string) => void;
}

/** Null for a text that is no allowed quantity. */
export function readQuantity(text: string, max: number): number | null {
  const digits = text.replace(/[\s\u00a0]/g, '');
  const quantity = /^\d{1,7}$/.test(digits) ? Number(digits) : 0;
  return quantity >= 1 && quantity <= max ? quantity : null;
}

export function QuantityField({ unit, max, value, onChange }: QuantityFieldProps) {
  const id = useId();
  const quantity = readQuantity(value, max);
  const step = (by: number) => onChange(String(Math.min(max, Math.max(1, (quantity ?? 1) + by))));
  return (
    <div className={classes.field}>
      <label htmlFor={id}>Количество, {unit}</label>
      <div className={classes.control} data-invalid={quantity === null || undefined}>
        <button type="button" aria-label="Меньше" disabled={quantity === 1} onClick={() => step(-1)}>
          <MinusIcon />
        </button>
        <input
          id={id}
          name="quantity"
          inputMode="numeric"
          autoComplete="off"
          maxLength={9}
          value={value}
          aria-invalid={quantity === null || undefined}
          aria-describedby={`${id}-hint`}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
        <button type="button" aria-label="Больше" disabled={quantity === max} onClick={() => step(1)}>
          <PlusIcon />
        </button>
      </div>
      <p id={`${id}-hint`} className={classes.hint} data-error={quantity === null || undefined}>
        От 1 до {groupThousands(max)}
      </p>
    </div>
  );
}

const MinusIcon = () => (
  <Icon>
    <path d="M5 12h14" />
  </Icon>
);
