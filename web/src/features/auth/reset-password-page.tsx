import { resetPassword } from '@kazna/contract/cabinet/accounts';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { NewPasswordField } from '../../parts/new-password-field.tsx';
import { DoneDrawing, EnvelopeDrawing } from '../../ui/drawings.tsx';
import { asProblem } from '../../ui/feedback/problem.ts';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure, SubmitButton } from '../../ui/forms/form-footer.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { AuthText } from './auth-layout.tsx';

function DeadLink() {
  return (
    <>
      <AuthText title="Ссылка не действует" drawing={<EnvelopeDrawing />} isOutcome>
        <p>Она устарела, уже использована или скопирована не целиком. Запросите новую: это займёт минуту.</p>
      </AuthText>
      <LinkButton to="/auth/recovery" variant="filled" fullWidth>
        Запросить ссылку
      </LinkButton>
    </>
  );
}

function Done() {
  return (
    <>
      <AuthText title="Пароль изменён" drawing={<DoneDrawing />} isOutcome>
        <p>Все прежние сеансы завершены. Войдите с новым паролем.</p>
      </AuthText>
      <LinkButton to="/auth" search={{ mode: 'signin' }} variant="filled" fullWidth>
        Войти
      </LinkButton>
    </>
  );
}

export function ResetPasswordPage({ token }: { token: string }) {
  const { form, text, failure, isPending } = useContractForm(resetPassword.body, { token, password: '' });
  const [outcome, setOutcome] = useState<'done' | 'dead-link'>();

  const onSubmit = form(async ({ password }) => {
    try {
      await call(resetPassword, { body: { token, password } });
      setOutcome('done');
    } catch (reason) {
      if (asProblem(reason).code !== 'token_invalid') throw reason;
      setOutcome('dead-link');
    }
  });

  if (outcome === 'done') return <Done />;
  if (outcome === 'dead-link' || token === '') return <DeadLink />;
  return (
    <>
      <AuthText title="Новый пароль">
        <p>Придумайте новый пароль. После этого на всех устройствах нужно будет войти заново.</p>
      </AuthText>
      <form {...onSubmit}>
        <NewPasswordField label="Новый пароль" {...text('password')} />
        <FormFailure failure={failure} />
        <SubmitButton isPending={isPending}>Сохранить пароль</SubmitButton>
      </form>
    </>
  );
}
