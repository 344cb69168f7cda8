import { verifyEmailByPassword } from '@kazna/contract/cabinet/accounts';
import { letterToken, name, newPassword, typedPassword } from '@kazna/contract/shared/fields';
import { Anchor } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import * as z from 'zod/mini';
import { call } from '../../api/client.ts';
import { NewPasswordField } from '../../parts/new-password-field.tsx';
import { EnvelopeDrawing } from '../../ui/drawings.tsx';
import { asProblem } from '../../ui/feedback/problem.ts';
import { PasswordField, TextField } from '../../ui/forms/fields.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure, SubmitButton } from '../../ui/forms/form-footer.tsx';
import { AuthLinks, AuthText } from './auth-layout.tsx';

interface ConfirmProps {
  token: string;
  onConfirmed: (confirmed: { email: string }) => void;
  /** Called when the link was used elsewhere or expired meanwhile. */
  onOver: () => void;
}

const passwordForm = z.object({ token: letterToken, password: typedPassword });
const newPasswordForm = z.object({ token: letterToken, name, newPassword });

async function confirm(body: z.output<typeof verifyEmailByPassword.body>, { onConfirmed, onOver }: ConfirmProps) {
  try {
    onConfirmed(await call(verifyEmailByPassword, { body }));
  } catch (reason) {
    if (asProblem(reason).code !== 'token_invalid') throw reason;
    onOver();
  }
}

/** For a link opened in another browser than the registration. */
export function ConfirmRegistration(props: ConfirmProps) {
  const [isNew, setIsNew] = useState(false);
  const change = (
    <AuthLinks>
      <Anchor component="button" type="button" onClick={() => setIsNew(!isNew)}>
        {isNew ? 'Ввести пароль, заданный при регистрации' : 'Задать новый пароль'}
      </Anchor>
    </AuthLinks>
  );
  if (isNew) return <NewPasswordForm {...props}>{change}</NewPasswordForm>;
  return (
    <>
      <AuthText title="Подтвердите, что это вы" drawing={<EnvelopeDrawing />} isOutcome>
        <p>Вы регистрировались в другом браузере или на другом устройстве. Введите пароль, чтобы подтвердить адрес.</p>
        <p>Если пароль забыт или регистрировались не вы, задайте новый.</p>
      </AuthText>
      <PasswordForm {...props} label="Пароль, который вы задали при регистрации">
        {change}
      </PasswordForm>
    </>
  );
}

/** For a link opened in another browser than the change request. */
export function ConfirmEmailChange(props: ConfirmProps) {
  return (
    <>
      <AuthText title="Подтвердите смену e-mail" drawing={<EnvelopeDrawing />} isOutcome>
        <p>Вы меняли e-mail в другом браузере или на другом устройстве. Введите пароль от личного кабинета.</p>
        <p>Если e-mail меняли не вы, закройте страницу: без пароля ничего не изменится.</p>
      </AuthText>
      <PasswordForm {...props} label="Пароль от личного кабинета" />
    </>
  );
}

function PasswordForm({ label, children, ...props }: ConfirmProps & { label: string; children?: ReactNode }) {
  const { form, text, failure, isPending } = useContractForm(passwordForm, { token: props.token, password: '' });
  return (
    <form {...form((body) => confirm(body, props))}>
      <PasswordField
        label={label}
        {...text('password')}
        required
        withAsterisk={false}
        autoComplete="current-password"
      />
      <FormFailure failure={failure} />
      <SubmitButton isPending={isPending}>Подтвердить адрес</SubmitButton>
      {children}
    </form>
  );
}

function NewPasswordForm({ children, ...props }: ConfirmProps & { children: ReactNode }) {
  const { form, text, failure, isPending } = useContractForm(newPasswordForm, {
    token: props.token,
    name: '',
    newPassword: '',
  });
  return (
    <>
      <AuthText title="Новый пароль" drawing={<EnvelopeDrawing />} isOutcome>
        <p>Адрес подтвердится, а имя и пароль будут те, что вы укажете здесь.</p>
      </AuthText>
      <form {...form((body) => confirm(body, props))}>
        <TextField label="Имя" {...text('name')} required withAsterisk={false} autoComplete="name" />
        <NewPasswordField label="Новый пароль" {...text('newPassword')} />
        <FormFailure failure={failure} />
        <SubmitButton isPending={isPending}>Сохранить пароль</SubmitButton>
        {children}
      </form>
    </>
  );
}
