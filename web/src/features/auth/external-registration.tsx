import {
  externalRegistrationForm,
  type finishExternalSignIn,
  registerExternally,
} from '@kazna/contract/cabinet/external-sign-in';
import { type InvitationInLetter, readInvitation } from '@kazna/contract/cabinet/invited-sign-up';
import type { Answer } from '@kazna/contract/shared/endpoint';
import type { TokenPair } from '@kazna/contract/shared/fields';
import { quoted } from '@kazna/contract/shared/quoted';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { call } from '../../api/client.ts';
import { storeVerifier } from '../../session/verifiers.ts';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { EmailField, TextField } from '../../ui/forms/fields.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure, SubmitButton } from '../../ui/forms/form-footer.tsx';
import { AuthText } from './auth-layout.tsx';
import { ConsentFields } from './consent-fields.tsx';
import { endTrip, readTrip } from './external-trip.ts';

interface ExternalRegistrationProps {
  person: Extract<Answer<typeof finishExternalSignIn>, { step: 'register' }>;
  onEntered: (tokens: TokenPair & { deviceToken: string }) => void;
}

/** Asks for the consents of the ordinary form before anything is stored. */
export function ExternalRegistration(props: ExternalRegistrationProps) {
  const { invitation: token } = readTrip();
  const [invitation, setInvitation] = useState<InvitationInLetter | null | undefined>(token ? undefined : null);
  useEffect(() => {
    if (!token) return;
    // An invitation that is over must not keep anybody from registering.
    call(readInvitation, { query: { token } }).then(
      (found) => setInvitation(found.hasAccount ? null : found),
      () => setInvitation(null),
    );
  }, [token]);
  const { providerName } = props.person;
  return (
    <>
      <AuthText title="Регистрация" isOutcome>
        <p>
          {providerName} подтвердил, кто вы. Аккаунта у вас ещё нет: проверьте данные и дайте согласия, чтобы его
          создать.
        </p>
        {invitation && (
          <p>
            <strong>{invitation.invitedBy}</strong> приглашает вас в организацию{' '}
            <strong>{quoted(invitation.organizationName)}</strong>.
          </p>
        )}
      </AuthText>
      {invitation === undefined ? (
        <SkeletonText lines={6} />
      ) : (
        <RegistrationFields {...props} invitation={invitation} token={invitation ? (token ?? '') : ''} />
      )}
    </>
  );
}

type FieldsProps = ExternalRegistrationProps & { invitation: InvitationInLetter | null; token: string };

function RegistrationFields({ person, onEntered, invitation, token }: FieldsProps) {
  const navigate = useNavigate();
  const { referrerCode = '', returnTo } = readTrip();
  const fixed = invitation?.email ?? (person.isEmailVerified ? person.email : null);
  const { form, text, box, failure, isPending } = useContractForm(externalRegistrationForm, {
    name: person.name,
    email: fixed ?? person.email ?? '',
    referrerCode,
    invitation: token,
    acceptOffer: false,
    acceptPersonalData: false,
    acceptAdvertising: false,
  });

  const onSubmit = form(async (body) => {
    const answer = await call(registerExternally, { body });
    if (answer.step === 'signedIn') return onEntered(answer);
    const { email, verifier } = answer;
    storeVerifier({ email, verifier, returnTo });
    endTrip();
    await navigate({ to: '/auth/success-registration', state: { email } });
  });

  return (
    <form {...onSubmit}>
      <TextField label="Имя" {...text('name')} required withAsterisk={false} autoComplete="name" />
      {fixed === null ? (
        <EmailField {...text('email')} description="Пришлём письмо, чтобы подтвердить адрес" />
      ) : (
        <EmailField
          value={fixed}
          readOnly
          autoComplete="username"
          description={invitation ? 'На этот адрес пришло приглашение' : `Его подтвердил ${person.providerName}`}
        />
      )}
      <ConsentFields box={box} />
      <FormFailure failure={failure} />
      <SubmitButton isPending={isPending}>Зарегистрироваться</SubmitButton>
    </form>
  );
}
