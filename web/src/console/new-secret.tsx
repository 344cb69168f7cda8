import { Button, type NativeSelectProps } from '@mantine/core';
import { CopyButton } from '../ui/copy.tsx';
import dialog from '../ui/dialogs/dialog.module.css';
import { focusOnMount } from '../ui/forms/fields.tsx';
import { SelectField } from '../ui/forms/select-field.tsx';
import { WarningIcon } from '../ui/visitor-icons.tsx';
import classes from './new-secret.module.css';

interface ShownOnceProps {
  label: string;
  secret: string;
  /** What to do with it, and what happens when it is lost. */
  warning: string;
  copied: string;
  onClose: () => void;
}

/** A secret that cannot be read again: wrapped in full, so that it can be copied by hand too. */
export function ShownOnce({ label, secret, warning, copied, onClose }: ShownOnceProps) {
  return (
    <>
      <p className={classes.warning} role="status">
        <WarningIcon />
        {warning}
      </p>
      <output className={classes.secret} aria-label={label} data-shown-once>
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

/** How long the old secret works beside the new one; programs are changed meanwhile. */
const overlaps = [
  ['24', 'ещё сутки'],
  ['1', 'ещё час'],
  ['72', 'ещё трое суток'],
  ['168', 'ещё неделю'],
  ['0', 'нисколько, выключить сразу'],
] as const;

export const firstOverlap = overlaps[0][0];

export function OverlapField(props: NativeSelectProps) {
  return <SelectField {...props} data={overlaps.map(([value, label]) => ({ value, label }))} />;
}
