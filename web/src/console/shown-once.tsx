import { Button } from '@mantine/core';
import { CopyButton } from '../ui/copy.tsx';
import dialog from '../ui/dialogs/dialog.module.css';
import { focusOnMount } from '../ui/forms/fields.tsx';
import { WarningIcon } from '../ui/icons.tsx';
import classes from './shown-once.module.css';

interface ShownOnceProps {
  label: string;
  secret: string;
  /** What to do with it, and what happens when it is lost. */
  warning: string;
  copied: string;
  onClose: () => void;
}

/** A secret that nobody can read again: wrapped in full, so that it can be copied by hand too. */
export function ShownOnce({ label, secret, warning, copied, onClose }: ShownOnceProps) {
  return (
    <>
      <p className={classes.warning} role="status">
        <WarningIcon />
        {warning}
      </p>
      <output className={classes.secret} aria-label={label}>
        {secret}
      </output>
      <div className={dialog.actions}>
        <CopyButton text={secret} copied={copied}>
          Скопировать
        </CopyButton>
        <Button ref={focusOnMount} variant="default" onClick={onClose}>
          Готово
        </Button>
      </div>
    </>
  );
}
