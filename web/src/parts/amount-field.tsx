import type { TextInputProps } from '@mantine/core';
import { TextField } from '../ui/forms/fields.tsx';

export function AmountField(props: TextInputProps) {
  return <TextField {...props} required withAsterisk={false} inputMode="decimal" autoComplete="off" maxLength={30} />;
}
