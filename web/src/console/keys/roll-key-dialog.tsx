import { type ApiKey, rollKey } from '@kazna/contract/admin/keys';
import { useState } from 'react';
import dialog from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { callConfirmed } from '../call-confirmed.ts';
import { firstOverlap, OverlapField } from '../overlap-field.tsx';
import { refreshAdmin } from '../queries.ts';
import { ShownOnce } from '../shown-once.tsx';
import { keyWarning } from './create-key-dialog.tsx';

interface RollKeyDialogProps {
  isOpen: boolean;
  onClose: () => void;
  apiKey: ApiKey;
}

export function RollKeyDialog({ isOpen, onClose, apiKey }: RollKeyDialogProps) {
  const [hours, setHours] = useState<string>(firstOverlap);
  const [key, setKey] = useState<string>();
  const { failure, isPending, run, clearFailure } = useAction(async () => {
    const body = { overlapHours: Number(hours) };
    setKey((await callConfirmed(rollKey, { params: { keyId: apiKey.id }, body })).key);
    void refreshAdmin();
  });
  const close = () => {
    setKey(undefined);
    clearFailure();
    onClose();
  };
  return (
    <Dialog isOpen={isOpen} onClose={close} title={key ? 'Ключ сменён' : `Сменить ключ «${apiKey.name}»?`} width={560}>
      {key ? (
        <ShownOnce label="Новый ключ" secret={key} warning={keyWarning} copied="Ключ скопирован" onClose={close} />
      ) : (
        <>
          <p className={dialog.text}>
            Появится новый ключ с теми же правами. Прежний ещё поработает, чтобы программы успели перейти. Повторы
            запросов останутся безопасны: дважды деньги не спишутся.
          </p>
          <OverlapField
            label="Сколько работает прежний"
            value={hours}
            onChange={(event) => setHours(event.currentTarget.value)}
          />
          <FormFailure failure={failure} />
          <DialogActions action="Сменить ключ" onAction={run} onCancel={close} isPending={isPending} />
        </>
      )}
    </Dialog>
  );
}
