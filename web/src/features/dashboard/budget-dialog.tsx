import { budgetLimitForm, type Spending, setBudget } from '@kazna/contract/cabinet/spending';
import { type Currency, formatMoney } from '@kazna/contract/shared/money';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { AmountField, formatTypedAmount, withTypedAmounts } from '../../ui/forms/typed-amount.tsx';
import { useAction } from '../../ui/forms/use-action.ts';

interface BudgetDialogProps {
  isOpen: boolean;
  onClose: () => void;
  organizationId: string;
  currency: Currency;
  data: Spending;
  /** Whose budget is edited first; null for all services. */
  service: string | null;
}

export function BudgetDialog({ isOpen, onClose, ...props }: BudgetDialogProps) {
  const [chosen, setChosen] = useState(props.service ?? '');
  const [opened, setOpened] = useState(isOpen);
  if (opened !== isOpen) {
    setOpened(isOpen);
    if (isOpen) setChosen(props.service ?? '');
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Бюджет на месяц">
      <SelectField
        label="На что"
        value={chosen}
        onChange={({ target }) => setChosen(target.value)}
        data={[{ value: '', label: 'Все услуги' }, ...namesOf(props.data)]}
      />
      <BudgetForm key={chosen} onClose={onClose} {...props} service={chosen || null} />
    </Dialog>
  );
}

/** Services of the period, and those that have a budget already. */
function namesOf({ services, budgets }: Spending): string[] {
  const names = [...services, ...budgets].flatMap(({ service }) => (service === null ? [] : [service]));
  return [...new Set(names)];
}

type BudgetFormProps = Omit<BudgetDialogProps, 'isOpen'>;

function BudgetForm({ onClose, organizationId, currency, data, service }: BudgetFormProps) {
  const budget = data.budgets.find((one) => one.service === service);
  const schema = withTypedAmounts(budgetLimitForm, ['limitMinor'], () => currency);
  const initial = { limitMinor: budget ? formatTypedAmount({ amountMinor: budget.limitMinor, currency }) : '' };
  const { form, text, failure, isPending } = useContractForm(schema, initial);
  const store = async (limitMinor: number | null) => {
    await call(setBudget, { params: { organizationId }, body: { currency, service, limitMinor } });
    await queryClient.invalidateQueries({ queryKey: ['dashboard', organizationId] });
    const detail = limitMinor === null ? undefined : `${formatMoney({ amountMinor: limitMinor, currency })} в месяц`;
    showToast({ kind: 'success', message: limitMinor === null ? 'Бюджет убран' : 'Бюджет сохранён', detail });
    onClose();
  };
  const save = form(({ limitMinor }) => store(limitMinor));
  const removal = useAction(() => store(null));
  return (
    <form {...save}>
      <AmountField
        label="Сколько в месяц"
        description="Предупредим, когда уйдёт 80 % и когда уйдёт всё. Услуги продолжат работать"
        {...text('limitMinor')}
      />
      <FormFailure failure={failure ?? removal.failure} />
      {budget && (
        <Button variant="subtle" color="red" onClick={removal.run} loading={removal.isPending}>
          Убрать бюджет
        </Button>
      )}
      <DialogActions action="Сохранить" onCancel={onClose} isPending={isPending} />
    </form>
  );
}
