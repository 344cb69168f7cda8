import { changeEmail, changeEmailForm } from '@kazna/contract/cabinet/profile';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { profileQuery, sessionsQuery } from '../../queries/profile.ts';
import { storeVerifier } from '../../session/verifiers.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import type { OpenProps } from '../../ui/dialogs/use-dialog.ts';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { EmailField } from '../../ui/forms/fields.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure, SubmitButton } from '../../ui/forms/form-footer.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';
import classes from './dialogs.module.css';

interface EmailDialogProps extends OpenProps {
  email: string;
  onSent: (email: string) => void;
}

export function EmailDialog({ email, onSent, isOpen, onClose }: EmailDialogProps) {
  return (
    <Dialog title="Изменить e-mail" isOpen={isOpen} onClose={onClose}>
      <EmailForm email={email} onSent={onSent} onDone={onClose} />
    </Dialog>
  );
}

type EmailFormProps = Pick<EmailDialogProps, 'email' | 'onSent'> & { onDone: () => void };

function EmailForm({ email, onSent, onDone }: EmailFormProps) {
  const queryClient = useQueryClient();
  const { form, text, failure, isPending } = useContractForm(changeEmailForm, { email: '', currentPassword: '' });

  const onSubmit = form(async (body) => {
    const { verifier } = await call(changeEmail, { body });
    storeVerifier({ email: body.email, verifier });
    onSent(body.email);
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
      <EmailField label="Новый e-mail" autoComplete="off" data-autofocus {...text('email')} />
      <CurrentPasswordField email={email} {...text('currentPassword')} />
      <FormFailure failure={failure} />
      <SubmitButton isPending={isPending}>Отправить письмо</SubmitButton>
    </form>
  );
}
