import {
  type InvitationInLetter,
  invitedSignUpForm,
  readInvitation,
  signUpInvited,
} from '@kazna/contract/cabinet/invited-sign-up';
import { roleNames } from '@kazna/contract/shared/permissions';
import { quoted } from '@kazna/contract/shared/quoted';
import { type ReactNode, useEffect, useState } from 'react';
import { call } from '../../api/client.ts';
import { NewPasswordField } from '../../parts/new-password-field.tsx';
import { writeTokens } from '../../session/tokens.ts';
import { asProblem } from '../../ui/feedback/problem.ts';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { EmailField, TextField } from '../../ui/forms/fields.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure, SubmitButton } from '../../ui/forms/form-footer.tsx';
import { ConsentFields } from './consent-fields.tsx';
import classes from './invitation.module.css';

interface InvitationProps {
  token: string;
  mode: 'signin' | 'register';
  ordinary: ReactNode;
}

/** Shows the invitation. Its e-mail already proved the address, so sign-up needs no verification e-mail. */
export function Invitation({ token, mode, ordinary }: InvitationProps) {
  const [invitation, setInvitation] = useState<InvitationInLetter | 'over' | 'failed'>();
  useEffect(() => {
    let isCurrent = true;
    const show = (found: typeof invitation) => isCurrent && setInvitation(found);
    call(readInvitation, { query: { token } }).then(show, (reason) =>
      show(asProblem(reason).code === 'token_invalid' ? 'over' : 'failed'),
    );
    return () => {
      isCurrent = false;
    };
  }, [token]);

  if (!invitation) return <SkeletonText lines={6} />;
  if (invitation === 'over') {
    return (
      <>
        <div className={classes.invitation}>
          <p>По этой ссылке приглашение не открылось: его уже приняли, отозвали или прислали новое письмо.</p>
          <p>Войти или зарегистрироваться можно и без неё. Действующее приглашение будет ждать в кабинете.</p>
        </div>
        {ordinary}
      </>
    );
  }
  if (invitation === 'failed') {
    return (
      <>
        <div className={classes.invitation}>
          <p>Приглашение не загрузилось. Оно никуда не делось: проверьте связь и обновите страницу.</p>
        </div>
        {ordinary}
      </>
    );
  }
  const { invitedBy, organizationName, role, hasAccount, email } = invitation;
  return (
    <>
      <div className={classes.invitation}>
        <p>
          <strong>{invitedBy}</strong> приглашает вас в организацию <strong>{quoted(organizationName)}</strong>. Ваша
          роль: {roleNames[role].toLowerCase()}.
        </p>
        {hasAccount && <p>Войдите с адресом {email}, чтобы ответить.</p>}
        {mode === 'signin' && !hasAccount && <p>Аккаунта с адресом {email} ещё нет. Выберите «Регистрация».</p>}
      </div>
      {mode === 'register' && !hasAccount ? <InvitedForm token={token} email={email} /> : ordinary}
    </>
  );
}

function InvitedForm({ token, email }: { token: string; email: string }) {
  const { form, text, box, failure, isPending } = useContractForm(invitedSignUpForm, {
    token,
    name: '',
    password: '',
    referrerCode: '',
    acceptOffer: false,
    acceptPersonalData: false,
    acceptAdvertising: false,
  });

  const onSubmit = form(async (body) => writeTokens(await call(signUpInvited, { body })));

  return (
    <form {...onSubmit}>
      <EmailField value={email} readOnly autoComplete="username" description="На этот адрес пришло приглашение" />
      <TextField label="Имя" {...text('name')} required withAsterisk={false} autoComplete="name" />
      <NewPasswordField label="Пароль" {...text('password')} />
      <ConsentFields box={box} />
      <FormFailure failure={failure} />
      <SubmitButton isPending={isPending}>Вступить в организацию</SubmitButton>
    </form>
  );
}
