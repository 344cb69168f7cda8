import { formatMoney } from '@kazna/contract/shared/money';
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx';
import { FormFailure } from '../../../ui/forms/form-footer.tsx';
import { useAction } from '../../../ui/forms/use-action.ts';
import classes from './adjustment.module.css';
import type { Adjustment } from './adjustment.ts';

interface AdjustmentReviewProps {
  adjustment: Adjustment;
  beforeMinor: number;
  onBack: () => void;
  onPost: () => Promise<void>;
}

export function AdjustmentReview({ adjustment, beforeMinor, onBack, onPost }: AdjustmentReviewProps) {
  const { amountMinor, currency, reason } = adjustment;
  const { failure, isPending, run } = useAction(onPost);
  const money = (minor: number) => formatMoney({ amountMinor: minor, currency });
  const verb = amountMinor > 0 ? 'Зачислить' : 'Списать';

  return (
    <>
      <dl className={classes.figures}>
        <div>
          <dt>Было</dt>
          <dd>{money(beforeMinor)}</dd>
        </div>
        <div data-change={amountMinor > 0 ? 'in' : 'out'}>
          <dt>{amountMinor > 0 ? 'Зачислим' : 'Спишем'}</dt>
          <dd>{money(Math.abs(amountMinor))}</dd>
        </div>
        <div data-result>
          <dt>Станет</dt>
          <dd>{money(beforeMinor + amountMinor)}</dd>
        </div>
      </dl>
      <p className={classes.reason}>Причина: {reason}</p>
      <p>Запись в книге нельзя удалить. Ошибку исправляют обратной записью.</p>
      <FormFailure failure={failure} />
      <DialogActions
        action={`${verb} ${money(Math.abs(amountMinor))}`}
        onAction={run}
        onCancel={onBack}
        cancelLabel="Назад"
        isDangerous={amountMinor < 0}
        isPending={isPending}
        takesFocus="on-mount"
      />
    </>
  );
}
