import { adjustBalance, adjustmentForm } from '@kazna/contract/admin/balance';
import { currencies, formatMoney, parseAmount } from '@kazna/contract/shared/money';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { pipe, transform } from 'zod/mini';
import { formatSignedMoney } from '../../format/numbers.ts';
import { callConfirmed } from '../../parts/confirmed-call.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { sendIdempotently } from '../../ui/forms/idempotency-key.ts';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { AmountField, currencyIn } from '../../ui/forms/typed-amount.tsx';
import { ReasonField } from '../reason-dialog.tsx';
import { refreshAdmin } from '../staff-calls.ts';
import classes from './adjustment.module.css';
import { balanceIn, creditLimitIn, type OrganizationDetailsData } from './organization-labels.tsx';
import { ReviewStep } from './review-step.tsx';

interface AdjustmentDialogProps {
  isOpen: boolean;
  onClose: () => void;
  organization: OrganizationDetailsData;
}

export function AdjustmentDialog({ isOpen, onClose, organization }: AdjustmentDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={`Изменить баланс: ${organization.name}`} width={560}>
      <AdjustmentForm organization={organization} onClose={onClose} />
    </Dialog>
  );
}

const untouched = { direction: 'in', amountMinor: '', currency: 'RUB', reason: '' };

/** Two steps: the entered adjustment is reviewed before it is posted. */
function AdjustmentForm({ organization, onClose }: Omit<AdjustmentDialogProps, 'isOpen'>) {
  const { id: organizationId, balances, name } = organization;
  const { form, text, set, values, failure } = useContractForm(filledAdjustmentForm, untouched);
  const [filled, setFilled] = useState<Adjustment>();

  const look = form(async (adjustment) => {
    const before = balanceIn(balances, adjustment.currency) + creditLimitIn(balances, adjustment.currency);
    if (before + adjustment.amountMinor < 0) {
      const path = 'amountMinor';
      const message = `Не больше ${formatMoney({ amountMinor: before, currency: adjustment.currency })}`;
      throw { detail: message, errors: [{ path, message }] };
    }
    setFilled(adjustment);
  });

  async function post(adjustment: Adjustment) {
    await sendIdempotently('adjustment', [organizationId, adjustment], (headers) =>
      callConfirmed(adjustBalance, { params: { organizationId }, headers, body: adjustment }),
    );
    const detail = `${name}: ${formatSignedMoney(adjustment)}`;
    showToast({ kind: 'success', message: 'Баланс изменён', detail });
    onClose();
    void refreshAdmin();
  }

  if (filled) {
    return (
      <AdjustmentReview
        adjustment={filled}
        beforeMinor={balanceIn(balances, filled.currency)}
        onBack={() => setFilled(undefined)}
        onPost={() => post(filled)}
      />
    );
  }
  return (
    <form {...look}>
      <fieldset className={classes.directions}>
        <legend>Что сделать</legend>
        {(['in', 'out'] as const).map((direction) => (
          <label key={direction}>
            <input
              type="radio"
              name="direction"
              data-autofocus={direction === values.direction || undefined}
              checked={values.direction === direction}
              onChange={() => set('direction', direction)}
            />
            {direction === 'in' ? 'Зачислить' : 'Списать'}
          </label>
        ))}
      </fieldset>
      <div className={classes.amount}>
        <AmountField label="Сумма" {...text('amountMinor')} />
        <SelectField label="Валюта" {...text('currency')} data={[...currencies]} />
      </div>
      <ReasonField isSeenByOwner {...text('reason')} />
      <FormFailure failure={failure} />
      <DialogActions action="Проверить сумму" onCancel={onClose} takesFocus="never" />
    </form>
  );
}

interface AdjustmentReviewProps {
  adjustment: Adjustment;
  beforeMinor: number;
  onBack: () => void;
  onPost: () => Promise<void>;
}

function AdjustmentReview({ adjustment, beforeMinor, onBack, onPost }: AdjustmentReviewProps) {
  const { amountMinor, currency, reason } = adjustment;
  const money = (minor: number) => formatMoney({ amountMinor: minor, currency });
  const isIn = amountMinor > 0;
  const change = money(Math.abs(amountMinor));
  const figures = [
    { label: 'Было', sum: money(beforeMinor) },
    { label: isIn ? 'Зачислим' : 'Спишем', sum: change, change: isIn ? 'in' : 'out' } as const,
    { label: 'Станет', sum: money(beforeMinor + amountMinor), isResult: true },
  ];
  return (
    <ReviewStep
      figures={figures}
      reason={reason}
      action={`${isIn ? 'Зачислить' : 'Списать'} ${change}`}
      isDangerous={!isIn}
      onBack={onBack}
      onAction={onPost}
    >
      Запись в книге нельзя удалить. Ошибку исправляют обратной записью.
    </ReviewStep>
  );
}

type Adjustment = z.output<typeof adjustmentForm>;

/** Raw form values: the direction is chosen, not typed as a sign. */
interface Filled extends Record<string, unknown> {
  direction?: unknown;
  amountMinor?: unknown;
}

function read({ direction, amountMinor: text, ...rest }: Filled): z.input<typeof adjustmentForm> {
  const amount = typeof text === 'string' ? parseAmount(text, currencyIn(rest)) : null;
  const amountMinor = amount === null ? text : direction === 'out' ? -amount : amount;
  // An invalid amount is left for the schema to refuse.
  return { ...rest, amountMinor } as z.input<typeof adjustmentForm>;
}

export const filledAdjustmentForm = pipe(transform(read), adjustmentForm);
