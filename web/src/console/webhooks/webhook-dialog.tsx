import {
  createWebhook,
  updateWebhook,
  type Webhook,
  type WebhookForm,
  webhookForm,
} from '@kazna/contract/admin/webhooks';
import { useState } from 'react';
import * as z from 'zod/mini';
import { callConfirmed } from '../../parts/confirmed-call.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { ShownOnce } from '../new-secret.tsx';
import { refreshAdmin } from '../staff-calls.ts';
import { TickList, tickedIn, tickName } from '../tick-list.tsx';
import { anyType, typeTicks } from './event-labels.ts';

export const secretWarning =
  'Скопируйте секрет сейчас: больше мы его не покажем. По нему ваша программа проверяет подпись каждого сообщения.';

interface WebhookDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Undefined for a new one. */
  webhook?: Webhook;
}

export function WebhookDialog({ isOpen, onClose, webhook }: WebhookDialogProps) {
  const [secret, setSecret] = useState<string>();
  const close = () => {
    setSecret(undefined);
    onClose();
  };
  const title = secret ? 'Адрес добавлен' : webhook ? 'Изменить адрес' : 'Новый адрес';
  return (
    <Dialog isOpen={isOpen} onClose={close} title={title} width={720}>
      {secret ? (
        <ShownOnce label="Секрет" secret={secret} warning={secretWarning} copied="Секрет скопирован" onClose={close} />
      ) : (
        <WebhookFields webhook={webhook} onCreated={setSecret} onClose={close} />
      )}
    </Dialog>
  );
}

interface WebhookFieldsProps {
  webhook: Webhook | undefined;
  onCreated: (secret: string) => void;
  onClose: () => void;
}

function WebhookFields({ webhook, onCreated, onClose }: WebhookFieldsProps) {
  const { form, text, box, failure, isPending } = useContractForm(filledWebhookForm, webhookValues(webhook));
  const save = form(async (body) => {
    if (webhook) {
      await callConfirmed(updateWebhook, { params: { endpointId: webhook.id }, body });
      showToast({ kind: 'success', message: 'Адрес изменён' });
      onClose();
    } else {
      onCreated((await callConfirmed(createWebhook, { body })).secret);
    }
    void refreshAdmin();
  });
  return (
    <form {...save}>
      <TextField
        label="Адрес"
        description="Сюда придут сообщения, только https"
        {...text('url')}
        data-autofocus
        required
        withAsterisk={false}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://example.ru/webhooks"
      />
      <TextField
        label="Заметка"
        description="Для своих: что это за программа"
        {...text('description')}
        autoComplete="off"
        maxLength={200}
      />
      <TickList legend="О чём сообщать" items={typeTicks} error={text('types').error} box={box} />
      <FormFailure failure={failure} />
      <DialogActions
        action={webhook ? 'Сохранить' : 'Добавить адрес'}
        onCancel={onClose}
        isPending={isPending}
        takesFocus="never"
      />
    </form>
  );
}

const read = ({ types, url = '', description = null }: Record<string, unknown>) => {
  const ticked = tickedIn(types);
  return { url, description, types: ticked.includes(anyType) ? [anyType] : ticked } as z.input<typeof webhookForm>;
};

/** «Все события» makes the other ticks needless. */
export const filledWebhookForm: z.ZodMiniType<WebhookForm, Record<string, unknown>> = z.pipe(
  z.transform(read),
  webhookForm,
);

/** A box's value is a boolean, which the form's type does not know of. */
export function webhookValues(webhook: Webhook | undefined): Record<string, string> {
  const types = webhook?.types ?? [anyType];
  return {
    url: webhook?.url ?? '',
    description: webhook?.description ?? '',
    ...Object.fromEntries(types.map((type) => [tickName('types', type), true as unknown as string])),
  };
}
