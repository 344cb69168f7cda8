import { showToast } from '../../ui/feedback/toasts.tsx';
import { CopyIcon } from '../../ui/icons.tsx';
import classes from './copy-value.module.css';

interface CopyValueProps {
  value: string;
  /** What is copied, in the accusative: «номер». */
  what: string;
}

export function CopyValue({ value, what }: CopyValueProps) {
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => showToast({ kind: 'success', message: 'Скопировано', detail: value }),
      () => showToast({ kind: 'error', message: 'Скопировать не получилось', detail: value }),
    );
  return (
    <span className={classes.value}>
      <span>{value}</span>
      <button type="button" className={classes.copy} aria-label={`Скопировать ${what}`} onClick={() => void copy()}>
        <CopyIcon size={16} />
      </button>
    </span>
  );
}
