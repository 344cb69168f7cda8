import { signUp, signUpForm } from '@kazna/contract/accounts';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/client.ts';
import { keepVerifier } from '../../session/verifiers.ts';
import { EmailField } from '../../ui/email-field.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useContractForm } from '../../ui/form.ts';
import { FormFailure, SubmitButton } from '../../ui/form-end.tsx';
import { NewPasswordField } from '../../ui/new-password-field.tsx';
import { ConsentFields } from './consent-fields.tsx';
import { invitedEmail } from './invitation-link.ts';

export function RegistrationForm({ referrerCode }: { referrerCode?: string }) {
  const navigate = useNavigate();
  const { form, text, box, failure, isPending } = useContractForm(signUpForm, {
    name: '',
    email: invitedEmail(),
    password: '',
    referrerCode: referrerCode ?? '',
    acceptOffer: false,
    acceptPersonalData: false,
  });

  const onSubmit = form(async (body) => {
    const { email, verifier } = await call(signUp, { body });
    keepVerifier({ email, verifier });
    await navigate({ to: '/auth/success-registration', state: { email } });
  });

  return (
    <form {...onSubmit}>
      <TextField label="Имя" {...text('name')} required withAsterisk={false} autoComplete="name" />
      <EmailField {...text('email')} />
      <NewPasswordField label="Пароль" {...text('password')} />
      <TextField
        label="Реферальный код"
        description="Если вас пригласили. Можно не заполнять"
        {...text('referrerCode')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <ConsentFields box={box} />
      <FormFailure failure={failure} />
      <SubmitButton isPending={isPending}>Зарегистрироваться</SubmitButton>
    </form>
  );
}
