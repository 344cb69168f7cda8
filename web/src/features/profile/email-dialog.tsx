import { changeEmail, changeEmailForm } from '@kazna/contract/profile';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { profileQuery } from '../../queries/profile.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useContractForm } from '../../ui/form.ts';
import { FormFailure, SubmitButton } from '../../ui/form-end.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';
import classes from './dialogs.module.css';
import { sessionsQuery } from './queries.ts';
import type { OpenProps } from './use-dialog.tsx';

interface EmailDialogProps extends OpenProps {
  email: string;
}

export function EmailDialog({ email, isOpen, onClose }: EmailDialogProps) {
  return (
    <Dialog title="Изменить e-mail" isOpen={isOpen} onClose={onClose}>
      <EmailForm email={email} onDone={onClose} />
    </Dialog>
  );
}

function EmailForm({ email, onDone }: { email: string; onDone: () => void }) {
  const queryClient = useQueryClient();
  const { form, text, failure, isPending } = useContractForm(changeEmailForm, { email: '', currentPassword: '' });

  const onSubmit = form(async (body) => {
    await call(changeEmail, { body });
    await queryClient.invalidateQueries({ queryKey: profileQuery().queryKey });
    void queryClient.invalidateQueries({ queryKey: sessionsQuery().queryKey });
    onDone();
    showToast({
      kind: 'success',
      message: 'Письмо отправлено',
      detail: 'Перейдите по ссылке из него. Остальные сеансы завершены.',
    });
  });

  return (
    <form {...onSubmit}>
      <p className={classes.text}>Отправим на новый адрес письмо со ссылкой. Остальные сеансы завершатся.</p>
      <TextField
        label="Новый e-mail"
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        withAsterisk={false}
        data-autofocus
        {...text('email')}
      />
      <CurrentPasswordField email={email} {...text('currentPassword')} />
      <FormFailure failure={failure} />
      <SubmitButton isPending={isPending}>Отправить письмо</SubmitButton>
    </form>
  );
}
