import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import classes from './fields.module.css';

/** A native select: best on phones and free in bytes. */
export function SelectField({ description, ...props }: NativeSelectProps) {
  return (
    <NativeSelect
      size="md"
      description={props.error ? undefined : description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      classNames={{ root: description ? classes.hinted : classes.field, label: classes.label, input: classes.input }}
      {...props}
    />
  );
}
