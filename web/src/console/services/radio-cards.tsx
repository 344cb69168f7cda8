import classes from './tariff-form.module.css';

interface RadioCardsProps {
  legend: string;
  name: string;
  value: string | undefined;
  onChange: (value: string) => void;
  choices: readonly { value: string; label: string; hint?: string }[];
  isDisabled?: boolean | undefined;
}

/** A choice of few, each with a line that says what follows from it. */
export function RadioCards({ legend, name, value, onChange, choices, isDisabled }: RadioCardsProps) {
  return (
    <fieldset className={classes.radios} disabled={isDisabled}>
      <legend>{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={value === choice.value}
            onChange={() => onChange(choice.value)}
          />
          <span>
            {choice.label}
            {choice.hint && <span className={classes.hint}>{choice.hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
