import { disableSecondFactor, disableSecondFactorForm } from '@kazna/contract/cabinet/second-factor';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { profileQuery } from '../../queries/profile.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import type { OpenProps } from '../../ui/dialogs/use-dialog.ts';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure, SubmitButton } from '../../ui/forms/form-footer.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';
import classes from './dialogs.module.css';

interface DisableSecondFactorDialogProps extends OpenProps {
  email: string;
}

export function DisableSecondFactorDialog({ email, isOpen, onClose }: DisableSecondFactorDialogProps) {
  return (
    <Dialog title="Выключить двухфакторную защиту?" isOpen={isOpen} onClose={onClose}>
      <DisableForm email={email} onDone={onClose} />
    </Dialog>
  );
}

function DisableForm({ email, onDone }: { email: string; onDone: () => void }) {
  const queryClient = useQueryClient();
  const { form, text, failure, isPending } = useContractForm(disableSecondFactorForm, {
    currentPassword: '',
    code: '',
  });

  const onSubmit = form(async (body) => {
    await call(disableSecondFactor, { body });
    await queryClient.invalidateQueries({ queryKey: profileQuery().queryKey });
    onDone();
    showToast({
      kind: 'success',
      message: 'Двухфакторная защита выключена',
      detail: 'Запасные коды больше не действуют.',
    });
  });

  return (
    <form {...onSubmit}>
      <p className={classes.text}>Для входа останется один пароль. Запасные коды перестанут действовать.</p>
      <CurrentPasswordField email={email} data-autofocus {...text('currentPassword')} />
      <TextField
        label="Код"
        description="Из приложения для входа или запасной"
        {...text('code')}
        required
        withAsterisk={false}
        autoComplete="one-time-code"
        inputMode="text"
      />
      <FormFailure failure={failure} />
      <SubmitButton isPending={isPending}>Выключить</SubmitButton>
    </form>
  );
}
