import { showToast } from '../../ui/feedback/toasts.tsx';
import { CopyIcon } from '../../ui/icons.tsx';
import classes from './payment-number.module.css';

/** Shows the end of the id: UUIDv7 of one day share their beginning. */
export function PaymentNumber({ id, isWhole = false }: { id: string; isWhole?: boolean }) {
  const copy = () =>
    navigator.clipboard.writeText(id).then(
      () => showToast({ kind: 'success', message: 'Номер платежа скопирован' }),
      () => showToast({ kind: 'error', message: 'Скопировать не получилось', detail: `Номер платежа: ${id}` }),
    );
  return (
    <span className={classes.number} title={id}>
      <span>{isWhole ? id : `…${id.slice(-8)}`}</span>
      <button type="button" className={classes.copy} aria-label="Скопировать номер" onClick={() => void copy()}>
        <CopyIcon size={16} />
      </button>
    </span>
  );
}
