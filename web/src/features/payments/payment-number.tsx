import { showToast } from '../../ui/feedback/toasts.tsx';
import { CopyIcon } from '../../ui/icons.tsx';
import classes from './payment-number.module.css';

/** The end of a number tells payments apart; its beginning is alike for all that were made on one day. */
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
