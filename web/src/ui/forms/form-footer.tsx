import { Button } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import type { ReactNode } from 'react';
import { WarningIcon } from '../visitor-icons.tsx';
import classes from './form-footer.module.css';

interface FormFailureProps {
  failure: { message: string; attempt: number } | undefined;
  /** An action that resolves the problem. */
  children?: ReactNode;
}

export function FormFailure({ failure, children }: FormFailureProps) {
  if (!failure) return null;
  return (
    <div className={classes.failure}>
      <WarningIcon />
      <div>
        {/* A new key makes screen readers announce a repeated problem. */}
        <p key={failure.attempt} role="alert">
          {failure.message}
        </p>
        {children}
      </div>
    </div>
  );
}

interface SubmitButtonProps {
  isPending: boolean;
  children: string;
}

/** Stays enabled while pending: disabling a focused button would lose the focus. */
export function SubmitButton({ isPending, children }: SubmitButtonProps) {
  return (
    <Button type="submit" variant="filled" fullWidth aria-busy={isPending} aria-disabled={isPending}>
      {children}
    </Button>
  );
}
