import { Input } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import { type ComponentProps, useId } from 'react';
import fields from './fields.module.css';
import classes from './text-area-field.module.css';

interface TextAreaFieldProps extends ComponentProps<'textarea'> {
  label: string;
  description?: string | undefined;
  error: string | undefined;
}

/** Grows with its text where the browser can. */
export function TextAreaField({ label, description, error, ...area }: TextAreaFieldProps) {
  const id = useId();
  return (
    <Input.Wrapper
      id={id}
      label={label}
      description={error ? undefined : description}
      error={error}
      size="md"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      classNames={{ root: description ? fields.hinted : fields.field, label: fields.label }}
    >
      <textarea
        {...area}
        id={id}
        className={classes.area}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : description && `${id}-description`}
      />
    </Input.Wrapper>
  );
}
