import type { TextInputProps } from '@mantine/core';
import { TextField } from './fields.tsx';

export function EmailField(props: TextInputProps) {
  return (
    <TextField
      label="E-mail"
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      required
      withAsterisk={false}
      {...props}
    />
  );
}
