import type { TextInputProps } from '@mantine/core';
import { PasswordField } from '../../ui/forms/fields.tsx';

interface CurrentPasswordFieldProps extends TextInputProps {
  /** The account's e-mail, so that a password manager offers the right password. */
  email: string;
}

export function CurrentPasswordField({ email, ...props }: CurrentPasswordFieldProps) {
  return (
    <>
      <input hidden readOnly type="email" name="username" autoComplete="username" value={email} />
      <PasswordField label="Текущий пароль" {...props} required withAsterisk={false} autoComplete="current-password" />
    </>
  );
}
