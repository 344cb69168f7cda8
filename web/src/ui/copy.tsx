import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './copy-value.module.css';
import { SkeletonLine } from './feedback/skeleton-line.tsx';
import { showToast } from './feedback/toasts.tsx';
import { CopyIcon } from './icons.tsx';

interface CopyButtonProps {
  /** Undefined while loading. */
  text: string | undefined;
  /** The toast's message. */
  copied: string;
  children: string;
}

export function CopyButton({ text, copied, children }: CopyButtonProps) {
  const copy = () =>
    navigator.clipboard.writeText(text ?? '').then(
      () => showToast({ kind: 'success', message: copied }),
      () =>
        showToast({
          kind: 'error',
          message: 'Скопировать не получилось',
          detail: 'Выделите текст и скопируйте его вручную.',
        }),
    );
  return (
    <Button leftSection={<CopyIcon size={18} />} disabled={text === undefined} onClick={copy}>
      {children}
    </Button>
  );
}

interface CopyValueProps {
  value: string;
  /** The copied thing, in the accusative: «номер». */
  what: string;
  /** Shown instead of the value, such as a number in groups. */
  children?: ReactNode;
}

export function CopyValue({ value, what, children = value }: CopyValueProps) {
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => showToast({ kind: 'success', message: 'Скопировано', detail: value }),
      () => showToast({ kind: 'error', message: 'Скопировать не получилось', detail: value }),
    );
  return (
    <span className={classes.value}>
      <span>{children}</span>
      <button type="button" className={classes.copy} aria-label={`Скопировать ${what}`} onClick={() => void copy()}>
        <CopyIcon size={16} />
      </button>
    </span>
  );
}

interface CopyFieldProps {
  label: string;
  /** Undefined while loading. */
  text: string | undefined;
  button: string;
  copied: string;
}

export function CopyField({ label, text, button, copied }: CopyFieldProps) {
  return (
    <div className={classes.row}>
      <output className={classes.text} aria-label={label} title={text}>
        {text ?? <SkeletonLine width="80%" />}
      </output>
      <CopyButton text={text} copied={copied}>
        {button}
      </CopyButton>
    </div>
  );
}
