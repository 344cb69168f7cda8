import type { Document } from '@kazna/contract/cabinet/documents';
import { createReconciliation } from '@kazna/contract/cabinet/monthly-documents';
import { pipe, transform } from 'zod/mini';
import { call } from '../../api/client.ts';
import { daysOf, formatTypedDay, parseDay, periodLabels, todayInMoscow } from '../../format/period.ts';
import { useFormOrganization } from '../../parts/form-organization.tsx';
import dialog from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import { dayField, TextField } from '../../ui/forms/fields.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import filters from '../../ui/lists/filters.module.css';

interface ReconciliationDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onMade: (document: Document) => void;
}

export function ReconciliationDialog({ isOpen, onClose, onMade }: ReconciliationDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Запросить акт сверки">
      <ReconciliationForm onClose={onClose} onMade={onMade} />
    </Dialog>
  );
}

function ReconciliationForm({ onClose, onMade }: Omit<ReconciliationDialogProps, 'isOpen'>) {
  const { form, text, values, replace, failure, isPending } = useContractForm(
    reconciliationForm,
    daysOfPast('last-month'),
  );
  const organization = useFormOrganization();
  const request = form(async (body) => {
    organization.requireSame();
    onMade(await call(createReconciliation, { body }));
    onClose();
  });
  return (
    <form {...request}>
      <div className={dialog.text}>
        <p>
          В акте будут поступления и списания за период и баланс на начало и конец. Последний день должен уже пройти.
        </p>
        <div className={filters.filters}>
          {pastPeriods.map((period) => {
            const days = daysOfPast(period);
            return (
              <button
                key={period}
                type="button"
                className={filters.preset}
                aria-pressed={values.from === days.from && values.to === days.to}
                onClick={() => replace({ ...values, ...days })}
              >
                {periodLabels[period]}
              </button>
            );
          })}
        </div>
      </div>
      <TextField label="С" data-autofocus {...dayField} {...text('from')} />
      <TextField label="По" {...dayField} {...text('to')} />
      <FormFailure failure={failure} />
      {organization.question ?? (
        <DialogActions action="Запросить" onCancel={onClose} isPending={isPending} takesFocus="never" />
      )}
    </form>
  );
}

type Typed = Record<'from' | 'to', string>;

/** An invalid day is left for the contract's schema to refuse. */
const read = ({ from, to }: Typed) => ({ from: parseDay(from ?? '') ?? from, to: parseDay(to ?? '') ?? to });
export const reconciliationForm = pipe(transform(read), createReconciliation.body);

/** What people reconcile; the first of them by default. */
const pastPeriods = ['last-month', 'last-quarter', 'last-year'] as const;

export function daysOfPast(period: (typeof pastPeriods)[number], today = todayInMoscow()): Typed {
  const { from = today, to = today } = daysOf({ period }, today);
  return { from: formatTypedDay(from), to: formatTypedDay(to) };
}
