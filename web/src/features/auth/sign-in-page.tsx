import { Link } from '@tanstack/react-router';
import { AuthText } from './auth-text.tsx';
import classes from './mode-switch.module.css';
import { RegistrationForm } from './registration-form.tsx';
import { SignInForm } from './sign-in-form.tsx';

interface AuthPageProps {
  mode?: 'signin' | 'register';
  referrerCode?: string;
  onSignedIn?: () => void;
}

const modes = [
  ['signin', 'Вход'],
  ['register', 'Регистрация'],
] as const;

export function AuthPage({ mode = 'signin', referrerCode, onSignedIn }: AuthPageProps) {
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
      {mode === 'signin' ? <SignInForm onSignedIn={onSignedIn} /> : <RegistrationForm referrerCode={referrerCode} />}
    </>
  );
}
