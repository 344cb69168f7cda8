import type { TextInputProps } from '@mantine/core';
import { TextField } from '../ui/forms/fields.tsx';

/** An amount as a person types it: «1 500,50». */
export function AmountField(props: TextInputProps) {
  return <TextField {...props} required withAsterisk={false} inputMode="decimal" autoComplete="off" maxLength={30} />;
}
