import { createKey, keyForm, network } from '@kazna/contract/admin/keys';
import type { Sent } from '@kazna/contract/shared/endpoint';
import { useState } from 'react';
import * as z from 'zod/mini';
import { callConfirmed } from '../../parts/confirmed-call.ts';
import dialog from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { ShownOnce } from '../new-secret.tsx';
import { refreshAdmin } from '../staff-calls.ts';
import { TickList, tickedIn } from '../tick-list.tsx';
import { scopeTicks } from './api-keys.tsx';

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

const lifetimes = {
  none: 'Без срока',
  '30': '30 дней',
  '90': '90 дней',
  '365': 'Год',
} as const;
type Lifetime = keyof typeof lifetimes;
const dayMs = 24 * 60 * 60_000;

const networksIn = (text: string) => text.split(/[\s,;]+/).filter(Boolean);
const networks = z.string().check(
  z.refine((text) => networksIn(text).every((one) => z.safeParse(network, one).success), {
    error: 'Введите адреса или сети через запятую, например 10.0.0.0/8',
  }),
);

const { name, scopes } = keyForm.shape;
const filled = z.object({
  name,
  scopes,
  networks,
  lifetime: z.enum(Object.keys(lifetimes) as [Lifetime, ...Lifetime[]]),
});

const read = ({ scopes: ticks, networks: text = '', ...rest }: Record<string, unknown>) =>
  ({ ...rest, networks: text, scopes: tickedIn(ticks) }) as z.input<typeof filled>;

export const filledKeyForm = z.pipe(z.transform(read), filled);

export function keyBody(form: z.output<typeof filled>, now = Date.now()): Sent<typeof createKey>['body'] {
  const { lifetime, ...rest } = form;
  const expiresAt = lifetime === 'none' ? null : new Date(now + Number(lifetime) * dayMs).toISOString();
  return { ...rest, networks: networksIn(form.networks), expiresAt };
}
