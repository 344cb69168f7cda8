import { passwordForm } from '@kazna/contract/cabinet/profile';
import { startSecondFactor } from '@kazna/contract/cabinet/second-factor';
import { useState } from 'react';
import { callConfirmed } from '../../parts/confirmed-call.ts';
import { IdentityDialog } from '../../parts/identity-dialog.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import type { OpenProps } from '../../ui/dialogs/use-dialog.ts';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure, SubmitButton } from '../../ui/forms/form-footer.tsx';
import { type Authenticator, AuthenticatorStep } from './authenticator-step.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';
import classes from './dialogs.module.css';
import { RecoveryCodesStep } from './recovery-codes-step.tsx';

interface EnableSecondFactorDialogProps extends OpenProps {
  email: string;
}

type Step =
  | { name: 'password' }
  | { name: 'authenticator'; authenticator: Authenticator }
  | { name: 'codes'; codes: string[]; isSaved: boolean; isRefused: boolean };

const titles = {
  password: 'Включить двухфакторную защиту',
  authenticator: 'Подключите приложение',
  codes: 'Сохраните запасные коды',
} as const;

export function EnableSecondFactorDialog({ email, isOpen, onClose }: EnableSecondFactorDialogProps) {
  const [step, setStep] = useState<Step>({ name: 'password' });

  /** The codes are shown only once, so the dialog refuses to close until they are saved. */
  function close() {
    if (step.name === 'codes' && !step.isSaved) {
      setStep({ ...step, isRefused: true });
      return;
    }
    setStep({ name: 'password' });
    onClose();
  }

  return (
    <>
      <Dialog title={titles[step.name]} isOpen={isOpen} onClose={close}>
        {step.name === 'password' && (
          <PasswordStep email={email} onDone={(authenticator) => setStep({ name: 'authenticator', authenticator })} />
        )}
        {step.name === 'authenticator' && (
          <AuthenticatorStep
            authenticator={step.authenticator}
            onDone={(codes) => setStep({ name: 'codes', codes, isSaved: false, isRefused: false })}
          />
        )}
        {step.name === 'codes' && (
          <RecoveryCodesStep
            email={email}
            codes={step.codes}
            isSaved={step.isSaved}
            isRefused={step.isRefused}
            onSavedChange={(isSaved) => setStep({ ...step, isSaved, isRefused: false })}
            onDone={close}
          />
        )}
      </Dialog>
      <IdentityDialog />
    </>
  );
}

function PasswordStep({ email, onDone }: { email: string; onDone: (authenticator: Authenticator) => void }) {
  const { form, text, failure, isPending } = useContractForm(passwordForm, { currentPassword: '' });
  const onSubmit = form(async (body) => onDone(await callConfirmed(startSecondFactor, { body })));
  return (
    <form {...onSubmit}>
      <p className={classes.text}>Подойдёт любое приложение для кодов, например Яндекс ID или Google Authenticator.</p>
      <CurrentPasswordField email={email} data-autofocus {...text('currentPassword')} />
      <FormFailure failure={failure} />
      <SubmitButton isPending={isPending}>Продолжить</SubmitButton>
    </form>
  );
}
