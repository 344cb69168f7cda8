import { confirmByCodeForm, confirmByPasswordForm, confirmIdentity } from '@kazna/contract/cabinet/confirmation';
import type { Profile } from '@kazna/contract/cabinet/profile';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../api/client.ts';
import { profileQuery } from '../queries/profile.ts';
import dialog from '../ui/dialogs/dialog.module.css';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import { DialogActions } from '../ui/dialogs/dialog-actions.tsx';
import { asProblem } from '../ui/feedback/problem.ts';
import { PasswordField, TextField } from '../ui/forms/fields.tsx';
import { useContractForm } from '../ui/forms/form.ts';
import { FormFailure } from '../ui/forms/form-footer.tsx';
import { useAction } from '../ui/forms/use-action.ts';
import { onConfirmationWanted } from './confirmed-call.ts';
import classes from './identity-dialog.module.css';

type Answer = (isConfirmed: boolean) => void;

/** Asks for the password or a code when `callConfirmed` needs it. Once a page; it opens over other dialogs. */
export function IdentityDialog() {
  const [asked, setAsked] = useState<{ answer: Answer; isSecondFactor: boolean; turn: number }>();
  const [answeredTurn, setAnsweredTurn] = useState(0);
  useEffect(
    () =>
      onConfirmationWanted((answer, wanted) => {
        const isSecondFactor = wanted === 'second_factor_required';
        setAsked((last) => ({ answer, isSecondFactor, turn: (last?.turn ?? 0) + 1 }));
      }),
    [],
  );
  // Leaving the page is no confirmation; an answer given before stays.
  useEffect(() => () => asked?.answer(false), [asked]);
  if (!asked) return null;
  const finish = (isConfirmed: boolean) => {
    asked.answer(isConfirmed);
    // A passkey may answer after its question was canceled: it must not close the next one.
    setAnsweredTurn((last) => Math.max(last, asked.turn));
  };
  return (
    // Mounted anew each time, so that it comes after, and therefore over, the dialog that needs it.
    <Dialog
      key={asked.turn}
      isOpen={asked.turn > answeredTurn}
      onClose={() => finish(false)}
      title="Подтвердите, что это вы"
    >
      <IdentityForm
        isSecondFactor={asked.isSecondFactor}
        onConfirmed={() => finish(true)}
        onCancel={() => finish(false)}
      />
    </Dialog>
  );
}

interface IdentityFormProps {
  onConfirmed: () => void;
  onCancel: () => void;
}

function IdentityForm({ isSecondFactor, ...props }: IdentityFormProps & { isSecondFactor: boolean }) {
  const { data: profile } = useQuery(profileQuery());
  const hasCode = profile?.hasSecondFactor ?? false;
  const hasPassword = !isSecondFactor && profile?.hasPassword !== false;
  return (
    <>
      <p className={dialog.text}>{isSecondFactor ? explanationOfFactor : explanation}</p>
      {profile?.hasPasskey && (
        <PasskeyConfirmation onConfirmed={props.onConfirmed} hasOtherWay={hasCode || hasPassword} />
      )}
      {hasCode && <CodeForm {...props} />}
      {!hasCode && hasPassword && <PasswordForm {...props} email={profile?.email ?? ''} />}
      {!hasCode && !hasPassword && <NoPassword profile={profile} onCancel={props.onCancel} />}
    </>
  );
}

/** For people who registered by a provider: staff confirm even a moment after their sign-in. */
function NoPassword({ profile, onCancel }: { profile: Profile | undefined; onCancel: () => void }) {
  const text = profile?.operatorRole
    ? 'У аккаунта нет пароля. Задайте его в профиле: им подтверждают такие действия.'
    : 'У аккаунта нет пароля. Выйдите и войдите заново: 10\u00a0минут после входа подтверждение не нужно.';
  return (
    <>
      {!profile?.hasPasskey && <p className={dialog.text}>{text}</p>}
      <Button variant="default" fullWidth data-autofocus={!profile?.hasPasskey || undefined} onClick={onCancel}>
        {profile?.hasPasskey ? 'Отмена' : 'Понятно'}
      </Button>
    </>
  );
}

interface PasskeyConfirmationProps {
  onConfirmed: () => void;
  /** A form follows. */
  hasOtherWay: boolean;
}

export function PasskeyConfirmation({ onConfirmed, hasOtherWay }: PasskeyConfirmationProps) {
  const { failure, isPending, run } = useAction(async () => {
    const { confirmByPasskey } = await import('./passkeys.ts');
    if (await confirmByPasskey()) onConfirmed();
  });
  return (
    <div className={classes.passkey}>
      <Button aria-busy={isPending} aria-disabled={isPending} onClick={run}>
        Подтвердить ключом доступа
      </Button>
      <FormFailure failure={failure} />
      {hasOtherWay && <p className={classes.other}>Или иначе:</p>}
    </div>
  );
}

const explanation = 'Это действие меняет деньги или доступ. Подтверждение действует 10\u00a0минут в этом браузере.';
const explanationOfFactor =
  'В этом браузере вы вошли одним паролем. Сотрудники меняют ключи доступа и коды, только подтвердив вход вторым фактором.';

export function CodeForm({ onConfirmed, onCancel }: IdentityFormProps) {
  const { form, text, failure, isPending } = useContractForm(confirmByCodeForm, { code: '' });
  const confirm = form(async (body) => {
    await call(confirmIdentity, { body });
    onConfirmed();
  });
  return (
    <form {...confirm}>
      <TextField
        label="Код"
        description="Из приложения для входа или запасной"
        {...text('code')}
        data-autofocus
        required
        withAsterisk={false}
        autoComplete="one-time-code"
        inputMode="text"
      />
      <FormFailure failure={failure} />
      <DialogActions action="Подтвердить" onCancel={onCancel} isPending={isPending} takesFocus="never" />
    </form>
  );
}

function PasswordForm({ email, onConfirmed, onCancel }: IdentityFormProps & { email: string }) {
  const queryClient = useQueryClient();
  const { form, text, failure, isPending } = useContractForm(confirmByPasswordForm, { currentPassword: '' });
  const confirm = form(async (body) => {
    try {
      await call(confirmIdentity, { body });
    } catch (reason) {
      // The second factor was switched on elsewhere: the field for the code takes this one's place.
      if (asProblem(reason).code === 'totp_required')
        await queryClient.invalidateQueries({ queryKey: profileQuery().queryKey });
      throw reason;
    }
    onConfirmed();
  });
  return (
    <form {...confirm}>
      <input hidden readOnly type="email" name="username" autoComplete="username" value={email} />
      <PasswordField
        label="Пароль"
        description="От вашего личного кабинета"
        {...text('currentPassword')}
        data-autofocus
        required
        withAsterisk={false}
        autoComplete="current-password"
      />
      <FormFailure failure={failure} />
      <DialogActions action="Подтвердить" onCancel={onCancel} isPending={isPending} takesFocus="never" />
    </form>
  );
}
