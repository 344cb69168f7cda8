import type { ReactNode } from 'react';
import classes from './copy-value.module.css';
import { showToast } from './feedback/toasts.tsx';
import { CopyIcon } from './icons.tsx';

interface CopyValueProps {
  value: string;
  /** What is copied, in the accusative: «номер». */
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
