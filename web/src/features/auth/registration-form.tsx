import { signUp, signUpForm } from '@kazna/contract/cabinet/accounts';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { call } from '../../api/client.ts';
import { NewPasswordField } from '../../parts/new-password-field.tsx';
import { storeVerifier } from '../../session/verifiers.ts';
import { EmailField, TextField } from '../../ui/forms/fields.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure, SubmitButton } from '../../ui/forms/form-footer.tsx';
import { ConsentFields } from './consent-fields.tsx';
import { invitedEmail } from './invitation-link.ts';

export function RegistrationForm({ referrerCode }: { referrerCode?: string }) {
  const navigate = useNavigate();
  const location = useLocation();
  const { form, text, box, failure, isPending } = useContractForm(signUpForm, {
    name: '',
    email: invitedEmail(),
    password: '',
    referrerCode: referrerCode ?? '',
    acceptOffer: false,
    acceptPersonalData: false,
    acceptAdvertising: false,
  });

  const onSubmit = form(async (body) => {
    const { email, verifier } = await call(signUp, { body });
    storeVerifier({ email, verifier, returnTo: location.state.returnTo });
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
