import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useLoaded } from '../../ui/dialogs/use-dialog.ts';
import { AuthText } from './auth-layout.tsx';
import { invitationToken } from './invitation-link.ts';
import classes from './mode-switch.module.css';
import { RegistrationForm } from './registration-form.tsx';
import { ExternalSignIn } from './sign-in-external.tsx';
import { SignInForm } from './sign-in-form.tsx';

interface AuthPageProps {
  mode?: 'signin' | 'register';
  referrerCode?: string;
  onSignedIn?: () => void;
}

interface InvitedProps {
  token: string;
  mode: 'signin' | 'register';
  ordinary: ReactNode;
}

/** Invitations are rare, so their code is lazy; if it fails to load, the ordinary form works too. */
function Invited({ token, mode, ordinary }: InvitedProps) {
  const [hasFailed, setHasFailed] = useState(false);
  const load = () => import('./invitation.tsx').then(({ Invitation }) => Invitation);
  const Invitation = useLoaded(!hasFailed, load, () => setHasFailed(true));
  if (hasFailed) return ordinary;
  return Invitation ? <Invitation token={token} mode={mode} ordinary={ordinary} /> : null;
}

const modes = [
  ['signin', 'Вход'],
  ['register', 'Регистрация'],
] as const;

export function AuthPage({ mode = 'signin', referrerCode, onSignedIn }: AuthPageProps) {
  const token = invitationToken();
  const forms = {
    signin: <SignInForm onSignedIn={onSignedIn} />,
    register: <RegistrationForm referrerCode={referrerCode} />,
  };
  return (
    <>
      <AuthText title={mode === 'signin' ? 'Вход в кабинет' : 'Регистрация'} />
      <nav className={classes.switch} aria-label="Вход или регистрация">
        {modes.map(([value, label]) => (
          <Link
            key={value}
            to="/auth"
            search={{ mode: value, referrerCode }}
            hash={true}
            state={true}
            replace
            resetScroll={false}
            className={classes.mode}
            aria-current={value === mode ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      {token === '' ? forms[mode] : <Invited token={token} mode={mode} ordinary={forms[mode]} />}
      <ExternalSignIn mode={mode} referrerCode={referrerCode} />
    </>
  );
}
