import type { TextInputProps } from '@mantine/core';
import { PasswordField } from '../ui/forms/fields.tsx';
import classes from './password-strength.module.css';

function StrengthHint({ password }: { password: string }) {
  if (password === '') return 'От 8 символов. Подойдёт и фраза из нескольких слов.';
  const strength = estimateStrength(password);
  return (
    <span className={classes.hint} data-strength={strength}>
      <span className={classes.scale} aria-hidden="true">
        <span />
        <span />
        <span />
      </span>
      Пароль {strength}
    </span>
  );
}

export function NewPasswordField(props: TextInputProps & { value: string }) {
  return (
    <PasswordField
      {...props}
      required
      withAsterisk={false}
      autoComplete="new-password"
      description={<StrengthHint password={props.value} />}
    />
  );
}

type Strength = 'слабый' | 'средний' | 'надёжный';

const alphabets = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u];

/** Counts characters that neither repeat nor continue the previous one (aaa, abc, 321). */
function countUnpredictable(password: string): number {
  const codes = [...password].map((character) => character.codePointAt(0) ?? 0);
  return codes.filter((code, index) => index === 0 || Math.abs(code - (codes[index - 1] ?? 0)) > 1).length;
}

/** A rough hint that never blocks the form. */
export function estimateStrength(password: string): Strength {
  const variety = alphabets.filter((alphabet) => alphabet.test(password)).length;
  const isRepetitive = new Set(password).size <= password.length / 2;
  const score = countUnpredictable(password) + 2 * (variety - 1) - (isRepetitive ? 4 : 0);
  if (password.length < 8 || score < 10) return 'слабый';
  return score < 15 ? 'средний' : 'надёжный';
}
