import { useId } from 'react';
import classes from './tick-list.module.css';

export interface TickItem {
  name: string;
  label: string;
  /** The literal value that programs see. */
  code: string;
  explanation?: string;
}

interface TickListProps {
  legend: string;
  items: readonly TickItem[];
  error: string | undefined;
  box: (name: string) => { name: string; checked: boolean; onChange: React.ChangeEventHandler<HTMLInputElement> };
}

export function TickList({ legend, items, error, box }: TickListProps) {
  const id = useId();
  return (
    <fieldset className={classes.ticks}>
      <legend>{legend}</legend>
      {items.map(({ name, label, code, explanation }, at) => {
        const { checked, onChange } = box(name);
        return (
          <div key={name} className={classes.tick}>
            <input
              id={`${id}-${at}`}
              type="checkbox"
              checked={checked}
              onChange={onChange}
              aria-invalid={error && at === 0 ? true : undefined}
              aria-describedby={error && at === 0 ? `${id}-error` : undefined}
            />
            <label htmlFor={`${id}-${at}`}>
              {label} <code>{code}</code>
            </label>
            {explanation && <p>{explanation}</p>}
          </div>
        );
      })}
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** `scopes.charges:write`: the form takes the part after the dot as a name inside `scopes`. */
export function tickName(group: string, value: string): string {
  return `${group}.${value.replaceAll('.', '|')}`;
}

export function tickedIn(group: unknown): string[] {
  const ticks = Object.entries((group ?? {}) as Record<string, unknown>);
  return ticks.filter(([, isTicked]) => isTicked === true).map(([name]) => name.replaceAll('|', '.'));
}
