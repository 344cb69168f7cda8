import { createDiscount, discountForm } from '@kazna/contract/admin/subscriptions';
import { currencySign, parseAmount } from '@kazna/contract/shared/money';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { callConfirmed } from '../../parts/confirmed-call.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { AmountField } from '../../ui/forms/typed-amount.tsx';
import { ReasonField } from '../reason-dialog.tsx';
import { refreshAdmin } from '../staff-calls.ts';
import { type CustomerProps, catalogueQuery, tariffsIn } from './queries.ts';
import { RadioCards } from './radio-cards.tsx';
import { currentVersion } from './tariff-labels.tsx';
import { TariffSelect } from './tariff-select.tsx';

interface DiscountDialogProps extends CustomerProps {
  isOpen: boolean;
  onClose: () => void;
}

export function DiscountDialog({ isOpen, onClose, organization }: DiscountDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={`Скидка: ${organization.name}`} width={560}>
      <DiscountFields onClose={onClose} organization={organization} />
    </Dialog>
  );
}

const untouched = {
  size: 'percent',
  percent: '',
  amountMinor: '',
  tariffId: '',
  lasting: 'for-good',
  periods: '',
  reason: '',
};

function DiscountFields({ onClose, organization }: Omit<DiscountDialogProps, 'isOpen'>) {
  const { data: catalogue = [] } = useQuery(catalogueQuery());
  const { form, text, set, values, failure, isPending } = useContractForm(filledDiscountForm, untouched);
  const found = tariffsIn(catalogue).find(({ tariff }) => tariff.id === values.tariffId);
  const sign = currencySign((found && currentVersion(found.tariff)?.currency) ?? 'RUB');
  const save = form(async (body) => {
    await callConfirmed(createDiscount, { params: { organizationId: organization.id }, body });
    showToast({ kind: 'success', message: 'Скидка дана', detail: organization.name });
    onClose();
    void refreshAdmin();
  });
  return (
    <form {...save}>
      <RadioCards
        legend="Размер"
        name="size"
        value={values.size}
        onChange={(size) => set('size', size)}
        choices={[
          { value: 'percent', label: 'Процент', hint: 'От цены периода' },
          { value: 'amount', label: 'Сумма', hint: 'С каждого периода' },
        ]}
      />
      {values.size === 'amount' ? (
        <AmountField key="amount" label={`Сумма за период, ${sign}`} {...text('amountMinor')} />
      ) : (
        <TextField
          key="percent"
          data-autofocus
          label="Процент"
          description="До 100, например 12,5"
          {...text('percent')}
          inputMode="decimal"
          autoComplete="off"
        />
      )}
      <TariffSelect
        label="На что"
        description="Скидка на один тариф важнее скидки на все"
        emptyLabel="Все тарифы"
        catalogue={catalogue}
        {...text('tariffId')}
      />
      <RadioCards
        legend="На какой срок"
        name="lasting"
        value={values.lasting}
        onChange={(lasting) => set('lasting', lasting)}
        choices={[
          { value: 'for-good', label: 'Бессрочно', hint: 'Пока вы её не завершите' },
          { value: 'periods', label: 'На несколько периодов', hint: 'Потом закончится сама' },
        ]}
      />
      {values.lasting === 'periods' && (
        <TextField
          label="Сколько периодов"
          description="От 1 до 120"
          {...text('periods')}
          inputMode="numeric"
          autoComplete="off"
        />
      )}
      <ReasonField isSeenByOwner {...text('reason')} />
      <FormFailure failure={failure} />
      <DialogActions action="Дать скидку" onCancel={onClose} isPending={isPending} takesFocus="never" />
    </form>
  );
}

/** Hidden values are not sent; malformed ones are left for the schema to reject. */
function read({ size, percent = '', amountMinor = '', lasting, periods = '', ...rest }: Record<string, unknown>) {
  const typedPercent = String(percent).trim().replace(',', '.');
  const sized =
    size === 'amount'
      ? { amountMinor: parseAmount(String(amountMinor), 'RUB') ?? amountMinor }
      : { percent: /^\d{1,3}(\.\d+)?$/.test(typedPercent) ? Number(typedPercent) : percent };
  const limited = { periods: /^\d{1,4}$/.test(String(periods)) ? Number(periods) : periods };
  return { ...rest, ...sized, ...(lasting === 'periods' && limited) } as z.input<typeof discountForm>;
}

export const filledDiscountForm = z.pipe(z.transform(read), discountForm);
