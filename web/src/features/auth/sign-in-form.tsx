import { signIn, signInForm } from '@kazna/contract/cabinet/accounts';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../api/client.ts';
import { readDeviceTokens, storeDeviceToken } from '../../session/devices.ts';
import { writeTokens } from '../../session/tokens.ts';
import { asProblem } from '../../ui/feedback/problem.ts';
import { EmailField, focusOnMount, PasswordField, TextField } from '../../ui/forms/fields.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure, SubmitButton } from '../../ui/forms/form-footer.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { AuthLinks } from './auth-layout.tsx';
import { invitedEmail } from './invitation-link.ts';
import { resendLetter } from './resend-letter.ts';
import { PasskeySignIn } from './sign-in-passkey.tsx';

/** Few people sign in before they have confirmed the address: the rest need not load it. */
const ResendLetter = lazy(async () => ({ default: (await import('../../parts/resend-letter.tsx')).ResendLetter }));

export function SignInForm({ onSignedIn }: { onSignedIn?: () => void }) {
  const { form, text, values, failure, isPending } = useContractForm(signInForm, {
    email: invitedEmail(),
    password: '',
    code: '',
  });
  const [needsCode, setNeedsCode] = useState(false);

  const onSubmit = form(async (body) => {
    try {
      const headers = { 'x-device-tokens': readDeviceTokens().join(',') };
      const { deviceToken, ...pair } = await call(signIn, { headers, body });
      storeDeviceToken(deviceToken);
      sessionStorage.setItem('passkey-offer', 'true');
      writeTokens(pair);
    } catch (reason) {
      if (asProblem(reason).code !== 'totp_required' || needsCode) throw reason;
      setNeedsCode(true);
      return;
    }
    onSignedIn?.();
  });

  return (
    <form {...onSubmit}>
      <EmailField {...text('email')} autoComplete="username webauthn" />
      <PasswordField
        label="Пароль"
        {...text('password')}
        required
        withAsterisk={false}
        autoComplete="current-password"
      />
      {needsCode && (
        <TextField
          label="Код"
          description="Из приложения для входа или запасной"
          {...text('code')}
          ref={focusOnMount}
          autoComplete="one-time-code"
          inputMode="text"
        />
      )}
      <FormFailure failure={failure}>
        {failure?.problem.code === 'email_not_verified' && (
          <Suspense>
            <ResendLetter hasJustSent={false} send={() => resendLetter(values.email)}>
              Отправить письмо ещё раз
            </ResendLetter>
          </Suspense>
        )}
      </FormFailure>
      <SubmitButton isPending={isPending}>Войти</SubmitButton>
      <PasskeySignIn onSignedIn={onSignedIn} />
      <AuthLinks>
        <LinkAnchor to="/auth/recovery" state={true}>
          Забыли пароль?
        </LinkAnchor>
      </AuthLinks>
    </form>
  );
}
