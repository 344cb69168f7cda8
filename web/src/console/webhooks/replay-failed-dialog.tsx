import { replayFailed, type Webhook } from '@kazna/contract/admin/webhooks';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { formatCount } from '../../format/numbers.ts';
import { ConfirmDialog } from '../../ui/dialogs/dialog.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { refreshAdmin } from '../staff-calls.ts';

const spans = [
  ['24', 'за сутки'],
  ['1', 'за час'],
  ['168', 'за неделю'],
  ['720', 'за 30 дней'],
] as const;
const hourMs = 60 * 60_000;

interface ReplayFailedDialogProps {
  isOpen: boolean;
  onClose: () => void;
  webhook: Webhook;
}

export function ReplayFailedDialog({ isOpen, onClose, webhook }: ReplayFailedDialogProps) {
  const [hours, setHours] = useState<string>(spans[0][0]);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Отправить недоставленное ещё раз?"
      action="Отправить"
      onConfirm={async () => {
        const since = new Date(Date.now() - Number(hours) * hourMs).toISOString();
        const { deliveries } = await call(replayFailed, { params: { endpointId: webhook.id }, body: { since } });
        const detail = formatCount(deliveries, ['сообщение', 'сообщения', 'сообщений']);
        showToast({ kind: 'success', message: deliveries > 0 ? 'Отправляем ещё раз' : 'Отправлять нечего', detail });
        void refreshAdmin();
      }}
    >
      <p>Каждое сообщение уйдёт один раз с прежним номером. Программа узнает повтор по нему.</p>
      <SelectField
        label="Что отправить"
        value={hours}
        onChange={(event) => setHours(event.currentTarget.value)}
        data={spans.map(([value, label]) => ({ value, label: `Недоставленное ${label}` }))}
      />
    </ConfirmDialog>
  );
}
