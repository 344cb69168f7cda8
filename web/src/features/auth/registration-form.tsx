import { signUp, signUpForm } from '@kazna/contract/accounts';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/client.ts';
import { EmailField } from '../../ui/email-field.tsx';
import { BoxField, TextField } from '../../ui/fields.tsx';
import { useContractForm } from '../../ui/form.ts';
import { FormFailure, SubmitButton } from '../../ui/form-end.tsx';
import { NewPasswordField } from '../../ui/new-password-field.tsx';
import classes from './consents.module.css';
import { invitedEmail } from './invited-email.ts';
import { useLegalDrawer } from './legal-drawer-loader.tsx';

export function RegistrationForm({ referrerCode }: { referrerCode?: string }) {
  const navigate = useNavigate();
  const { drawer, openButton } = useLegalDrawer();
  const { form, text, box, failure, isPending } = useContractForm(signUpForm, {
    name: '',
    email: invitedEmail(),
    password: '',
    referrerCode: referrerCode ?? '',
    acceptOffer: false,
    acceptPersonalData: false,
  });

  const onSubmit = form(async (body) => {
    const { email } = await call(signUp, { body });
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
      <div className={classes.consents}>
        <div className={classes.consent}>
          <BoxField label="Принимаю условия оферты" {...box('acceptOffer')} required />
          {openButton('offer', 'Текст оферты')}
        </div>
        <div className={classes.consent}>
          <BoxField label="Согласен на обработку персональных данных" {...box('acceptPersonalData')} required />
          {openButton('personal-data', 'Текст согласия')}
        </div>
      </div>
      <FormFailure failure={failure} />
      <SubmitButton isPending={isPending}>Зарегистрироваться</SubmitButton>
      {drawer}
    </form>
  );
}
