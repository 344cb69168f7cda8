import { firstPasswordForm, setFirstPassword } from '@kazna/contract/cabinet/external-sign-in';
import { changePassword, changePasswordForm } from '@kazna/contract/cabinet/profile';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { callConfirmed } from '../../parts/confirmed-call.ts';
import { IdentityDialog } from '../../parts/identity-dialog.tsx';
import { NewPasswordField } from '../../parts/new-password-field.tsx';
import { profileQuery, sessionsQuery } from '../../queries/profile.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import type { OpenProps } from '../../ui/dialogs/use-dialog.ts';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure, SubmitButton } from '../../ui/forms/form-footer.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';

interface PasswordDialogProps extends OpenProps {
  email: string;
  hasPassword: boolean;
}

export function PasswordDialog({ email, hasPassword, isOpen, onClose }: PasswordDialogProps) {
  return (
    <>
      <Dialog title={hasPassword ? 'Сменить пароль' : 'Задать пароль'} isOpen={isOpen} onClose={onClose}>
        {hasPassword ? <PasswordForm email={email} onDone={onClose} /> : <FirstPasswordForm onDone={onClose} />}
      </Dialog>
      {!hasPassword && <IdentityDialog />}
    </>
  );
}

/** For people who registered by a provider. */
function FirstPasswordForm({ onDone }: { onDone: () => void }) {
  const queryClient = useQueryClient();
  const { form, text, failure, isPending } = useContractForm(firstPasswordForm, { newPassword: '' });

  const onSubmit = form(async (body) => {
    await callConfirmed(setFirstPassword, { body });
    void queryClient.invalidateQueries({ queryKey: profileQuery().queryKey });
    void queryClient.invalidateQueries({ queryKey: sessionsQuery().queryKey });
    onDone();
    showToast({ kind: 'success', message: 'Пароль задан', detail: 'Остальные сеансы завершены.' });
  });

  return (
    <form {...onSubmit}>
      <NewPasswordField label="Новый пароль" {...text('newPassword')} />
      <FormFailure failure={failure} />
      <SubmitButton isPending={isPending}>Задать пароль</SubmitButton>
    </form>
  );
}

function PasswordForm({ email, onDone }: { email: string; onDone: () => void }) {
  const queryClient = useQueryClient();
  const { form, text, failure, isPending } = useContractForm(changePasswordForm, {
    currentPassword: '',
    newPassword: '',
  });

  const onSubmit = form(async (body) => {
    await call(changePassword, { body });
    void queryClient.invalidateQueries({ queryKey: sessionsQuery().queryKey });
    onDone();
    showToast({ kind: 'success', message: 'Пароль изменён', detail: 'Остальные сеансы завершены.' });
  });

  return (
    <form {...onSubmit}>
      <CurrentPasswordField email={email} data-autofocus {...text('currentPassword')} />
      <NewPasswordField label="Новый пароль" {...text('newPassword')} />
      <FormFailure failure={failure} />
      <SubmitButton isPending={isPending}>Сменить пароль</SubmitButton>
    </form>
  );
}
