import { createKey } from '@kazna/contract/admin/keys';
import { useState } from 'react';
import dialog from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { callConfirmed } from '../call-confirmed.ts';
import { refreshAdmin } from '../queries.ts';
import { ShownOnce } from '../shown-once.tsx';
import { TickList } from '../tick-list.tsx';
import { filledKeyForm, keyBody, lifetimes } from './key-form.ts';
import { scopeTicks } from './scope-labels.ts';

export const keyWarning =
  'Скопируйте ключ сейчас: больше его не увидит никто, и мы тоже. Храните его на сервере, не в браузере и не в коде.';

interface CreateKeyDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

export function CreateKeyDialog({ isOpen, onClose }: CreateKeyDialogProps) {
  const [key, setKey] = useState<string>();
  const close = () => {
    setKey(undefined);
    onClose();
  };
  return (
    <Dialog isOpen={isOpen} onClose={close} title={key ? 'Ключ создан' : 'Новый ключ'} width={720}>
      {key ? (
        <ShownOnce label="Новый ключ" secret={key} warning={keyWarning} copied="Ключ скопирован" onClose={close} />
      ) : (
        <KeyForm onCreated={setKey} onClose={close} />
      )}
    </Dialog>
  );
}

const untouched: Record<string, string> = { name: '', networks: '', lifetime: 'none' };

function KeyForm({ onCreated, onClose }: { onCreated: (key: string) => void; onClose: () => void }) {
  const { form, text, box, failure, isPending } = useContractForm(filledKeyForm, untouched);
  const create = form(async (filled) => {
    const { key } = await callConfirmed(createKey, { body: keyBody(filled) });
    onCreated(key);
    void refreshAdmin();
  });
  return (
    <form {...create}>
      <TextField
        label="Название"
        description="Какая программа будет с ним работать"
        {...text('name')}
        data-autofocus
        required
        withAsterisk={false}
        autoComplete="off"
        maxLength={100}
      />
      <TickList legend="Что ключу можно" items={scopeTicks} error={text('scopes').error} box={box} />
      <TextField
        label="Откуда принимать"
        description="Адреса и сети через запятую. Пусто: отовсюду"
        {...text('networks')}
        autoComplete="off"
        spellCheck={false}
      />
      <SelectField
        label="Срок"
        {...text('lifetime')}
        data={Object.entries(lifetimes).map(([value, label]) => ({ value, label }))}
      />
      <p className={dialog.text}>
        Это для новой программы. У работающей смените прежний ключ: под новым повтор неудавшегося запроса спишет деньги
        ещё раз.
      </p>
      <FormFailure failure={failure} />
      <DialogActions action="Создать ключ" onCancel={onClose} isPending={isPending} takesFocus="never" />
    </form>
  );
}
