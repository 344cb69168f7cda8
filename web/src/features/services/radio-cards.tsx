import classes from './radio-cards.module.css';

interface Option<Value extends string> {
  value: Value;
  title: string;
  hint: string;
}

interface RadioCardsProps<Value extends string> {
  label: string;
  name: string;
  /** Undefined until one is chosen. */
  value: Value | undefined;
  options: readonly Option<Value>[];
  onChange: (value: Value) => void;
}

/** A choice of one out of few, each with its consequence. */
export function RadioCards<Value extends string>({ label, name, value, options, onChange }: RadioCardsProps<Value>) {
  return (
    <fieldset className={classes.cards}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={classes.card}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>
            <span className={classes.title}>{option.title}</span>
            <span className={classes.hint}>{option.hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
