import { renewWebhookSecret, type Webhook } from '@kazna/contract/admin/webhooks';
import { useState } from 'react';
import { callConfirmed } from '../../parts/confirmed-call.ts';
import dialog from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { firstOverlap, OverlapField, ShownOnce } from '../new-secret.tsx';
import { refreshAdmin } from '../staff-calls.ts';
import { secretWarning } from './webhook-dialog.tsx';

interface RenewSecretDialogProps {
  isOpen: boolean;
  onClose: () => void;
  webhook: Webhook;
}

export function RenewSecretDialog({ isOpen, onClose, webhook }: RenewSecretDialogProps) {
  const [hours, setHours] = useState<string>(firstOverlap);
  const [secret, setSecret] = useState<string>();
  const { failure, isPending, run, clearFailure } = useAction(async () => {
    const body = { overlapHours: Number(hours) };
    setSecret((await callConfirmed(renewWebhookSecret, { params: { endpointId: webhook.id }, body })).secret);
    void refreshAdmin();
  });
  const close = () => {
    setSecret(undefined);
    clearFailure();
    onClose();
  };
  return (
    <Dialog isOpen={isOpen} onClose={close} title={secret ? 'Секрет сменён' : 'Сменить секрет?'} width={560}>
      {secret ? (
        <ShownOnce label="Секрет" secret={secret} warning={secretWarning} copied="Секрет скопирован" onClose={close} />
      ) : (
        <>
          <p className={dialog.text}>
            Сообщения будут подписаны новым секретом, а какое-то время и прежним тоже, чтобы программа успела перейти.
          </p>
          <OverlapField
            label="Сколько подписывать и прежним"
            value={hours}
            onChange={(event) => setHours(event.currentTarget.value)}
          />
          <FormFailure failure={failure} />
          <DialogActions action="Сменить секрет" onAction={run} onCancel={close} isPending={isPending} />
        </>
      )}
    </Dialog>
  );
}
