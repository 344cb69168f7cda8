import classes from './choices.module.css';

interface ChoicesProps<Value extends string> {
  label: string;
  values: readonly (readonly [value: Value, label: string])[];
  chosen: Value | undefined;
  onChoose: (value: Value) => void;
}

export function Choices<Value extends string>({ label, values, chosen, onChoose }: ChoicesProps<Value>) {
  return (
    <fieldset className={classes.choices} aria-label={label}>
      {values.map(([value, label]) => (
        <button key={value} type="button" aria-pressed={value === chosen} onClick={() => onChoose(value)}>
          {label}
        </button>
      ))}
    </fieldset>
  );
}
