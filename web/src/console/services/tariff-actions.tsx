import { deleteTariff, updateTariff } from '@kazna/contract/admin/services';
import { Button } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { callConfirmed } from '../../parts/confirmed-call.ts';
import { ConfirmDialog, Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import { MoreActions } from '../../ui/dialogs/more-actions.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { CheckboxField, TextField } from '../../ui/forms/fields.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { useStaff } from '../staff.tsx';
import { refreshAdmin } from '../staff-calls.ts';
import type { FoundTariff } from './queries.ts';
import classes from './services.module.css';

export function TariffActions({ service, tariff }: FoundTariff) {
  const navigate = useNavigate();
  const { can } = useStaff();
  const [asked, setAsked] = useState<'rename' | 'close' | 'open' | 'delete'>();
  const close = () => setAsked(undefined);
  if (!can('admin.manage')) return null;
  const params = { tariffId: tariff.id };

  async function turn(isClosed: boolean, message: string) {
    await callConfirmed(updateTariff, { params, body: { isClosed } });
    showToast({ kind: 'success', message, detail: tariff.name });
    void refreshAdmin();
  }
  async function remove() {
    await callConfirmed(deleteTariff, { params });
    showToast({ kind: 'success', message: 'Тариф удалён', detail: tariff.name });
    await navigate({ to: '/admin/services' });
    void refreshAdmin();
  }

  return (
    <>
      <LinkButton
        to="/admin/services/$serviceId/$tariffId/new-version"
        params={{ serviceId: service.id, tariffId: tariff.id }}
      >
        Изменить цену
      </LinkButton>
      <Button variant="default" onClick={() => setAsked('rename')}>
        Название и показ
      </Button>
      <Button variant="default" onClick={() => setAsked(tariff.isClosed ? 'open' : 'close')}>
        {tariff.isClosed ? 'Открыть для новых' : 'Закрыть для новых'}
      </Button>
      <MoreActions action="Удалить тариф" onChoose={() => setAsked('delete')} />
      <RenameDialog isOpen={asked === 'rename'} onClose={close} tariff={tariff} />
      <ConfirmDialog
        isOpen={asked === 'close'}
        onClose={close}
        title={`Закрыть тариф «${tariff.name}» для новых?`}
        action="Закрыть для новых"
        onConfirm={() => turn(true, 'Тариф закрыт для новых подключений')}
      >
        Подключить его больше нельзя. У тех, кто уже подключён, ничего не изменится.
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asked === 'open'}
        onClose={close}
        title={`Открыть тариф «${tariff.name}»?`}
        action="Открыть для новых"
        onConfirm={() => turn(false, 'Тариф снова открыт')}
      >
        {tariff.isVisible ? 'Клиенты снова увидят его в каталоге.' : 'Его снова можно назначать организациям.'}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asked === 'delete'}
        onClose={close}
        title={`Удалить тариф «${tariff.name}»?`}
        action="Удалить тариф"
        isDangerous
        onConfirm={remove}
      >
        Вернуть его нельзя. Удалить можно только тариф, который ещё ни разу не подключали; другой закройте для новых.
      </ConfirmDialog>
    </>
  );
}

interface RenameDialogProps extends Pick<FoundTariff, 'tariff'> {
  isOpen: boolean;
  onClose: () => void;
}

function RenameDialog({ isOpen, onClose, tariff }: RenameDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Название и показ тарифа">
      <RenameForm onClose={onClose} tariff={tariff} />
    </Dialog>
  );
}

const renameForm = z.pick(z.required(updateTariff.body), { name: true, isVisible: true });

function RenameForm({ onClose, tariff: { id: tariffId, name, isVisible } }: Omit<RenameDialogProps, 'isOpen'>) {
  const { form, text, box, failure, isPending } = useContractForm(renameForm, { name, isVisible });
  const save = form(async (body) => {
    await callConfirmed(updateTariff, { params: { tariffId }, body });
    showToast({ kind: 'success', message: 'Тариф изменён', detail: body.name });
    onClose();
    void refreshAdmin();
  });
  return (
    <form {...save}>
      <TextField
        label="Название"
        description="До 100 символов. Видят клиенты"
        {...text('name')}
        data-autofocus
        autoComplete="off"
      />
      <CheckboxField label="Показывать клиентам в каталоге" {...box('isVisible')} />
      <p className={classes.boxHint}>Скрытый тариф назначаете только вы. У подключённых ничего не изменится.</p>
      <FormFailure failure={failure} />
      <DialogActions action="Сохранить" onCancel={onClose} isPending={isPending} takesFocus="never" />
    </form>
  );
}
