import { exchangeForm, updateExchangeRequisites } from '@kazna/contract/admin/organizations';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { pipe, transform } from 'zod/mini';
import { call } from '../../api/client.ts';
import { formatDay } from '../../format/date.ts';
import { formatTypedDay, parseDay } from '../../format/period.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { dayField, TextField } from '../../ui/forms/fields.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { Facts } from '../../ui/lists/facts.tsx';
import { useStaff } from '../staff.tsx';
import { refreshAdmin } from '../staff-calls.ts';
import type { OrganizationDetailsData } from './organization-labels.tsx';
import classes from './organization-page.module.css';

/** What documents name as their ground, and where files of electronic exchange go. */
export function OrganizationExchange({ organization }: { organization: OrganizationDetailsData }) {
  const { can } = useStaff();
  const [isOpen, setIsOpen] = useState(false);
  const { contract, edo, status } = organization;
  const close = () => setIsOpen(false);
  return (
    <div className={classes.exchange}>
      <Facts
        facts={[
          ['Договор', contract ? `№\u00a0${contract.number} от ${formatDay(contract.day, 'UTC')}` : 'Договор-оферта'],
          ['Идентификатор ЭДО', edo ?? 'Не указан'],
        ]}
      />
      {can('admin.money') && status !== 'closed' && (
        <Button variant="default" size="sm" onClick={() => setIsOpen(true)}>
          Изменить договор и ЭДО
        </Button>
      )}
      <Dialog isOpen={isOpen} onClose={close} title={`Договор и ЭДО: ${organization.name}`}>
        <ExchangeForm organization={organization} onClose={close} />
      </Dialog>
    </div>
  );
}

interface ExchangeFormProps {
  organization: OrganizationDetailsData;
  onClose: () => void;
}

function ExchangeForm({ organization, onClose }: ExchangeFormProps) {
  const { id: organizationId, contract, edo } = organization;
  const { form, text, failure, isPending } = useContractForm(filledExchangeForm, {
    'contract.number': contract?.number ?? '',
    'contract.day': contract ? formatTypedDay(contract.day) : '',
    edo: edo ?? '',
  });
  const save = form(async (body) => {
    await call(updateExchangeRequisites, { params: { organizationId }, body });
    showToast({ kind: 'success', message: 'Договор и ЭДО сохранены', detail: organization.name });
    onClose();
    void refreshAdmin();
  });
  return (
    <form {...save}>
      <TextField
        label="Номер договора"
        description="Основание в новых счетах, актах и УПД. Пусто: договор-оферта"
        autoComplete="off"
        {...text('contract.number')}
        data-autofocus
      />
      <TextField label="Дата договора" {...dayField} {...text('contract.day')} />
      <TextField
        label="Идентификатор ЭДО"
        description="Из кабинета оператора. Владелец организации тоже может его указать"
        autoComplete="off"
        spellCheck={false}
        {...text('edo')}
      />
      <FormFailure failure={failure} />
      <DialogActions action="Сохранить" onCancel={onClose} isPending={isPending} takesFocus="never" />
    </form>
  );
}

interface Typed {
  contract?: { number?: string; day?: string };
}

/** A malformed date is left for the contract's check to reject. */
function read({ contract, ...rest }: Typed): z.input<typeof exchangeForm> {
  const day = contract?.day && (parseDay(contract.day.trim()) ?? contract.day);
  return (contract ? { ...rest, contract: { ...contract, day } } : rest) as z.input<typeof exchangeForm>;
}

const filledExchangeForm = pipe(transform(read), exchangeForm);
