import { deleteWebhook, testWebhook, updateWebhook, type Webhook } from '@kazna/contract/admin/webhooks';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { callConfirmed } from '../../parts/confirmed-call.ts';
import { ConfirmDialog } from '../../ui/dialogs/dialog.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import classes from '../side-sheet.module.css';
import { refreshAdmin } from '../staff-calls.ts';
import { RenewSecretDialog } from './renew-secret-dialog.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';

type Question = 'edit' | 'secret' | 'off' | 'delete';

export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Question>();
  const close = () => setAsked(undefined);
  const params = { endpointId: webhook.id };
  const test = useAction(async () => {
    await call(testWebhook, { params });
    showToast({ kind: 'success', message: 'Проверка отправлена', detail: 'Ответ появится в журнале.' });
    await refreshAdmin();
  });
  const enable = useAction(async () => {
    await call(updateWebhook, { params, body: { enabled: true } });
    showToast({ kind: 'success', message: 'Адрес включён', detail: 'Получит всё, что случится с этой минуты.' });
    await refreshAdmin();
  });
  const ask = (question: Question, label: string) => (
    <Button variant="default" size="sm" onClick={() => setAsked(question)}>
      {label}
    </Button>
  );
  return (
    <>
      <FormFailure failure={test.failure ?? enable.failure} />
      <div className={classes.actions}>
        <Button size="sm" aria-busy={test.isPending} onClick={test.run}>
          Отправить проверку
        </Button>
        {ask('edit', 'Изменить')}
        {ask('secret', 'Сменить секрет')}
        {webhook.enabled ? (
          ask('off', 'Выключить')
        ) : (
          <Button variant="default" size="sm" aria-busy={enable.isPending} onClick={enable.run}>
            Включить
          </Button>
        )}
        {ask('delete', 'Удалить')}
      </div>
      <WebhookDialog isOpen={asked === 'edit'} onClose={close} webhook={webhook} />
      <RenewSecretDialog isOpen={asked === 'secret'} onClose={close} webhook={webhook} />
      <ConfirmDialog
        isOpen={asked === 'off'}
        onClose={close}
        title="Выключить адрес?"
        action="Выключить"
        isDangerous
        onConfirm={async () => {
          await call(updateWebhook, { params, body: { enabled: false } });
          await refreshAdmin();
        }}
      >
        Сообщения перестанут приходить на {webhook.url}, а те, что ждут отправки, останутся недоставленными. Журнал
        сохранится.
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asked === 'delete'}
        onClose={close}
        title="Удалить адрес?"
        action="Удалить"
        isDangerous
        onConfirm={async () => {
          await callConfirmed(deleteWebhook, { params });
          showToast({ kind: 'success', message: 'Адрес удалён', detail: webhook.url });
          await navigate({ to: '/admin/webhooks', search: {} });
          void refreshAdmin();
        }}
      >
        На {webhook.url} больше ничего не придёт. Журнал доставки пропадёт вместе с адресом.
      </ConfirmDialog>
    </>
  );
}
