import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentProps } from 'react';
import classes from './busy-button.module.css';

interface BusyButtonProps extends ButtonProps, Pick<ComponentProps<'button'>, 'onClick' | 'type'> {
  isBusy?: boolean;
  /** For irreversible actions. */
  isDangerous?: boolean;
}

/** Stays enabled while busy: disabling a focused button would lose the focus. */
export function BusyButton({ isBusy = false, isDangerous, ...props }: BusyButtonProps) {
  return (
    <Button
      aria-busy={isBusy}
      aria-disabled={isBusy}
      data-dangerous={isDangerous}
      className={classes.button}
      {...props}
    />
  );
}
