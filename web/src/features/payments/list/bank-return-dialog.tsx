import { bankReturnForm, requestBankReturn } from '@kazna/contract/cabinet/bank-returns';
import { type Currency, formatMoney, parseAmount } from '@kazna/contract/shared/money';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { balanceQuery } from '../../../queries/money.ts';
import { refreshMoney } from '../../../queries/payments.ts';
import dialog from '../../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx';
import type { OpenProps } from '../../../ui/dialogs/use-dialog.ts';
import { showToast } from '../../../ui/feedback/toasts.tsx';
import { TextField } from '../../../ui/forms/fields.tsx';
import { useContractForm } from '../../../ui/forms/form.ts';
import { FormFailure } from '../../../ui/forms/form-footer.tsx';
import { sendIdempotently } from '../../../ui/forms/idempotency-key.ts';
import { AmountField, formatTypedAmount, withTypedAmount } from '../../../ui/forms/typed-amount.tsx';
import classes from './bank-returns.module.css';

interface BankReturnDialogProps extends OpenProps {
  organizationId: string;
  returnable: { currency: Currency; returnableMinor: number };
}

export function BankReturnDialog({ isOpen, onClose, ...rest }: BankReturnDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Вернуть на счёт в банке?" width={560}>
      <BankReturnForm onClose={onClose} {...rest} />
    </Dialog>
  );
}

function BankReturnForm({ organizationId, returnable, onClose }: Omit<BankReturnDialogProps, 'isOpen'>) {
  const { currency, returnableMinor } = returnable;
  const most = { amountMinor: returnableMinor, currency };
  const schema = withTypedAmount(bankReturnForm, () => currency);
  const initial = { amountMinor: formatTypedAmount(most), currency, comment: '' };
  const { form, text, values, failure, isPending } = useContractForm(schema, initial);
  const send = form(async (body) => {
    if (body.amountMinor > returnableMinor) {
      const message = `Не больше ${formatMoney(most)}`;
      throw { detail: message, errors: [{ path: 'amountMinor', message }] };
    }
    await sendIdempotently('bank-return', [organizationId, body], (headers) =>
      call(requestBankReturn, { params: { organizationId }, headers, body }),
    );
    showToast({ kind: 'success', message: 'Возврат запрошен', detail: formatMoney(body) });
    onClose();
    refreshMoney();
  });
  return (
    <form {...send}>
      <div className={dialog.text}>
        <p>
          Сумма сразу спишется с баланса. Мы отправим её на счёт, с которого приходили переводы; обычно это занимает
          несколько рабочих дней.
        </p>
      </div>
      <AmountField label="Сумма возврата" description={`До ${formatMoney(most)}`} {...text('amountMinor')} />
      <Figures organizationId={organizationId} currency={currency} typed={values.amountMinor ?? ''} />
      <TextField
        label="Комментарий"
        description="Необязательно: например, номер договора"
        {...text('comment')}
        autoComplete="off"
        maxLength={250}
      />
      <FormFailure failure={failure} />
      <DialogActions action="Запросить возврат" onCancel={onClose} isDangerous isPending={isPending} />
    </form>
  );
}

function Figures({ organizationId, currency, typed }: { organizationId: string; currency: Currency; typed: string }) {
  const { data } = useQuery(balanceQuery(organizationId));
  const before = data?.items.find((balance) => balance.currency === currency)?.amountMinor;
  const amountMinor = parseAmount(typed, currency);
  const sum = (minor: number | undefined) =>
    minor === undefined ? '—' : formatMoney({ amountMinor: minor, currency });
  return (
    <dl className={classes.figures}>
      <div>
        <dt>Баланс сейчас</dt>
        <dd>{sum(before)}</dd>
      </div>
      <div>
        <dt>Станет</dt>
        <dd>{sum(before === undefined || amountMinor === null ? undefined : before - amountMinor)}</dd>
      </div>
    </dl>
  );
}
