import type { TextInputProps } from '@mantine/core';
import { PasswordField } from '../ui/forms/fields.tsx';
import classes from './password-strength.module.css';
import { estimateStrength } from './password-strength.ts';

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
