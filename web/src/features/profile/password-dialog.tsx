import { changePassword, changePasswordForm } from '@kazna/contract/cabinet/profile';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { NewPasswordField } from '../../parts/new-password-field.tsx';
import { sessionsQuery } from '../../queries/profile.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import type { OpenProps } from '../../ui/dialogs/use-dialog.ts';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure, SubmitButton } from '../../ui/forms/form-footer.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';

interface PasswordDialogProps extends OpenProps {
  email: string;
}

export function PasswordDialog({ email, isOpen, onClose }: PasswordDialogProps) {
  return (
    <Dialog title="Сменить пароль" isOpen={isOpen} onClose={onClose}>
      <PasswordForm email={email} onDone={onClose} />
    </Dialog>
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
