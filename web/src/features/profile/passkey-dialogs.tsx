import { type Passkey, passkeyNameForm } from '@kazna/contract/cabinet/passkeys';
import { useQueryClient } from '@tanstack/react-query';
import { IdentityDialog } from '../../parts/identity-dialog.tsx';
import { addPasskey, removePasskey } from '../../parts/passkeys.ts';
import { keys } from '../../queries/keys.ts';
import { profileQuery } from '../../queries/profile.ts';
import { ConfirmDialog, Dialog } from '../../ui/dialogs/dialog.tsx';
import type { OpenProps } from '../../ui/dialogs/use-dialog.ts';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure, SubmitButton } from '../../ui/forms/form-footer.tsx';
import classes from './dialogs.module.css';

/** Loaded together with the code that speaks to authenticators. */
export function AddPasskeyDialog({ isOpen, onClose }: OpenProps) {
  return (
    <>
      <Dialog title="Добавить ключ доступа" isOpen={isOpen} onClose={onClose}>
        <AddForm onDone={onClose} />
      </Dialog>
      <IdentityDialog />
    </>
  );
}

function useRefreshPasskeys() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: profileQuery().queryKey }),
      queryClient.invalidateQueries({ queryKey: keys.passkeys }),
    ]);
}

function AddForm({ onDone }: { onDone: () => void }) {
  const refresh = useRefreshPasskeys();
  const { form, text, failure, isPending } = useContractForm(passkeyNameForm, { name: '' });

  const onSubmit = form(async ({ name }) => {
    const added = await addPasskey(name);
    if (!added) return;
    await refresh();
    onDone();
    showToast({ kind: 'success', message: 'Ключ доступа добавлен', detail: `Называется «${added.name}».` });
  });

  return (
    <form {...onSubmit}>
      <p className={classes.text}>
        Браузер предложит, где хранить ключ: на этом устройстве, в менеджере паролей или на отдельном ключе USB.
      </p>
      <TextField
        label="Название"
        description="Чтобы узнать его в списке. Можно не заполнять"
        {...text('name')}
        data-autofocus
        autoComplete="off"
      />
      <FormFailure failure={failure} />
      <SubmitButton isPending={isPending}>Продолжить</SubmitButton>
    </form>
  );
}

export function RemovePasskeyDialog({ passkey, isOpen, onClose }: OpenProps & { passkey: Passkey }) {
  const refresh = useRefreshPasskeys();

  async function remove() {
    await removePasskey(passkey.id);
    await refresh();
    showToast({ kind: 'success', message: 'Ключ доступа удалён' });
  }

  return (
    <>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={onClose}
        title={`Удалить ключ доступа «${passkey.name}»?`}
        action="Удалить"
        isDangerous
        onConfirm={remove}
      >
        <p>Войти им больше не получится. Остальные способы входа останутся.</p>
      </ConfirmDialog>
      <IdentityDialog />
    </>
  );
}
