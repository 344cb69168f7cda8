import { TextInput, type TextInputProps } from '@mantine/core';
import { EyeIcon, EyeOffIcon } from '../visitor-icons.tsx';
import classes from './fields.module.css';
import '@mantine/core/styles/Input.css';
import { type ComponentProps, useId, useState } from 'react';

/** Reserves a line for an error, which takes the place of a description, so that nothing shifts when it appears. */
export function TextField({ description, ...props }: TextInputProps) {
  return (
    <TextInput
      size="md"
      description={props.error ? undefined : description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      classNames={{ root: description ? classes.hinted : classes.field, label: classes.label, input: classes.input }}
      {...props}
    />
  );
}

/** Of a day typed as «14.11.2026»: a native date field follows the browser's language. */
export const dayField = {
  inputMode: 'numeric',
  placeholder: 'ДД.ММ.ГГГГ',
  maxLength: 10,
  autoComplete: 'off',
} as const;

export function PasswordField(props: TextInputProps) {
  const [isVisible, setIsVisible] = useState(false);
  return (
    <TextField
      {...props}
      type={isVisible ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      rightSectionPointerEvents="all"
      rightSection={
        <button
          type="button"
          className={classes.reveal}
          aria-label="Показать символы"
          aria-pressed={isVisible}
          onClick={() => setIsVisible(!isVisible)}
        >
          {isVisible ? <EyeOffIcon /> : <EyeIcon />}
        </button>
      }
    />
  );
}

interface CheckboxFieldProps extends ComponentProps<'input'> {
  label: string;
  error: string | undefined;
}

/** A native checkbox: Mantine's costs the first screen 5 KB. */
export function CheckboxField({ label, error, ...input }: CheckboxFieldProps) {
  const id = useId();
  return (
    <div className={classes.box}>
      <input
        {...input}
        id={id}
        type="checkbox"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {error && (
          <p id={`${id}-error`} className={classes.boxError}>
            {error}
          </p>
        )}
      </div>
    </div>
  );
}

/** A ref for an element that replaces the focused one; otherwise the focus would jump to the top of the page. */
export function focusOnMount(element: HTMLElement | null) {
  element?.focus();
}

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
