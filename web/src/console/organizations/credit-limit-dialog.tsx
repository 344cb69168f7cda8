import { creditLimitForm, setCreditLimit } from '@kazna/contract/admin/balance';
import { currencies, formatMoney, parseAmount } from '@kazna/contract/shared/money';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { pipe, transform } from 'zod/mini';
import { callConfirmed } from '../../parts/confirmed-call.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { AmountField, currencyIn } from '../../ui/forms/typed-amount.tsx';
import { ReasonField } from '../reason-dialog.tsx';
import { refreshAdmin } from '../staff-calls.ts';
import classes from './adjustment.module.css';
import { balanceIn, creditLimitIn, type OrganizationDetailsData } from './organization-labels.tsx';
import { ReviewStep } from './review-step.tsx';

interface CreditLimitDialogProps {
  isOpen: boolean;
  onClose: () => void;
  organization: OrganizationDetailsData;
}

export function CreditLimitDialog({ isOpen, onClose, organization }: CreditLimitDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={`Кредитный лимит: ${organization.name}`} width={560}>
      <CreditLimitForm organization={organization} onClose={onClose} />
    </Dialog>
  );
}

const untouched: Record<string, string> = { limitMinor: '', currency: 'RUB', reason: '' };

/** Two steps: the effect of the limit is reviewed before it is set. */
function CreditLimitForm({ organization, onClose }: Omit<CreditLimitDialogProps, 'isOpen'>) {
  const { form, text, failure } = useContractForm(filledCreditLimitForm, untouched);
  const [filled, setFilled] = useState<CreditLimit>();
  if (filled) {
    return (
      <CreditLimitReview
        organization={organization}
        limit={filled}
        onBack={() => setFilled(undefined)}
        onDone={onClose}
      />
    );
  }
  return (
    <form {...form(async (limit) => setFilled(limit))}>
      <div className={classes.amount}>
        <AmountField
          label="Лимит"
          description="На сколько баланс может уйти ниже нуля. Ноль: без кредита"
          {...text('limitMinor')}
          data-autofocus
        />
        <SelectField label="Валюта" {...text('currency')} data={[...currencies]} />
      </div>
      <ReasonField isSeenByOwner {...text('reason')} />
      <FormFailure failure={failure} />
      <DialogActions action="Проверить лимит" onCancel={onClose} takesFocus="never" />
    </form>
  );
}

interface CreditLimitReviewProps {
  organization: OrganizationDetailsData;
  limit: CreditLimit;
  onBack: () => void;
  onDone: () => void;
}

function CreditLimitReview({ organization, limit, onBack, onDone }: CreditLimitReviewProps) {
  const { id: organizationId, balances, name } = organization;
  const { limitMinor, currency, reason } = limit;
  const money = (amountMinor: number) => formatMoney({ amountMinor, currency });
  const [balanceMinor, before] = [balanceIn(balances, currency), creditLimitIn(balances, currency)];
  const set = async () => {
    await callConfirmed(setCreditLimit, { params: { organizationId }, body: limit });
    showToast({ kind: 'success', message: 'Кредитный лимит изменён', detail: `${name}: ${money(limitMinor)}` });
    onDone();
    void refreshAdmin();
  };
  const figures = [
    { label: 'Лимит был', sum: money(before) },
    { label: 'Лимит станет', sum: money(limitMinor) },
    { label: 'На балансе', sum: money(balanceMinor) },
    { label: 'Сможет потратить', sum: money(Math.max(0, balanceMinor + limitMinor)), isResult: true },
  ];
  return (
    <ReviewStep figures={figures} reason={reason} action="Изменить лимит" onBack={onBack} onAction={set}>
      {limitMinor > 0
        ? `Услуги не остановятся, пока баланс выше −${money(limitMinor)}.`
        : 'Ниже нуля баланс больше не уйдёт: без денег списания получат отказ.'}
    </ReviewStep>
  );
}

type CreditLimit = z.output<typeof creditLimitForm>;

function read({ limitMinor: text, ...rest }: Record<string, unknown>): z.input<typeof creditLimitForm> {
  const limit = typeof text === 'string' ? parseAmount(text, currencyIn(rest)) : null;
  // An invalid amount is left for the schema to refuse.
  return { ...rest, limitMinor: limit ?? text } as z.input<typeof creditLimitForm>;
}

const filledCreditLimitForm = pipe(transform(read), creditLimitForm);
