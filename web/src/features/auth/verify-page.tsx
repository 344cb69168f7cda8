import { resendVerification, verifyEmail } from '@kazna/contract/accounts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { call } from '../../api/client.ts';
import { CheckIcon, LetterIcon } from '../../ui/icons.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import { asProblem } from '../../ui/problem.ts';
import { showToast } from '../../ui/toasts.tsx';
import { AddressForm } from './address-form.tsx';
import { AuthText } from './auth-text.tsx';

/** The token works once, so the call is made once: nothing that usually repeats a query may repeat this one. */
function verificationQuery(token: string) {
  return {
    queryKey: ['verify-email', token],
    queryFn: () => call(verifyEmail, { query: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retryOnMount: false,
    refetchOnMount: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  };
}

function MissingToken() {
  const navigate = useNavigate();
  const hasLeft = useRef(false);
  useEffect(() => {
    if (hasLeft.current) return;
    hasLeft.current = true;
    showToast({ kind: 'error', message: 'Отсутствует код верификации', detail: 'Откройте ссылку из письма целиком.' });
    void navigate({ to: '/auth', replace: true });
  }, [navigate]);
  return <AuthText title="Подтверждение адреса" />;
}

function Verification({ token }: { token: string }) {
  const { data, error, refetch } = useQuery(verificationQuery(token));
  if (data) {
    return (
      <>
        <AuthText title="Адрес подтверждён" icon={<CheckIcon size={32} />} isOutcome>
          <p>
            <strong>{data.email}</strong> подтверждён. Теперь можно войти.
          </p>
        </AuthText>
        <LinkButton to="/auth" search={{ mode: 'signin' }} size="lg" fullWidth>
          Войти
        </LinkButton>
      </>
    );
  }
  if (!error) {
    return (
      <AuthText title="Подтверждение адреса" icon={<LetterIcon size={32} />}>
        <p role="status">Проверяем ссылку…</p>
      </AuthText>
    );
  }
  const problem = asProblem(error);
  if (problem.code !== 'token_invalid' && problem.code !== 'validation_failed') {
    return (
      <>
        <AuthText title="Подтверждение адреса" />
        <QueryFailure what="Адрес пока не подтверждён" error={error} onRetry={() => void refetch()} />
      </>
    );
  }
  return (
    <AddressForm
      send={(email) => call(resendVerification, { body: { email } })}
      button="Отправить письмо"
      answer="Если этот адрес ждёт подтверждения, мы отправили на него новую ссылку. Она действует сутки."
    >
      <AuthText title="Ссылка не действует" icon={<LetterIcon size={32} />} isOutcome>
        <p>
          Она устарела или уже использована. Если адрес подтверждён, просто войдите. Если нет, запросите новое письмо.
        </p>
      </AuthText>
    </AddressForm>
  );
}

export function VerifyPage({ token }: { token: string }) {
  return token === '' ? <MissingToken /> : <Verification token={token} />;
}
